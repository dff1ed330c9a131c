<#
.SYNOPSIS
Runs "build.cmd measure" on each volume, and then the tests. All that they say is in artifacts\measured. On a machine that has a Dev Drive,
"build.cmd measure D:\" alone is enough.
.PARAMETER DevDrive
Root of a Dev Drive. When neither this nor ReFS is given, eng\New-DevDrive.ps1 makes one, which needs an elevated PowerShell.
.PARAMETER ReFS
Root of a ReFS volume that is no Dev Drive.
.PARAMETER Plain
A folder on a volume that does not clone, for the tests.
.EXAMPLE
eng\Measure-DevDrive.ps1 -DevDrive D:\
#>
[CmdletBinding()]
param([string] $DevDrive, [string] $ReFS, [string] $Plain = (Join-Path ([IO.Path]::GetTempPath()) 'cow-plain'))

Set-StrictMode -Version 3.0
$ErrorActionPreference = 'Stop'
$repository = Split-Path -Path $PSScriptRoot
if (-not $DevDrive -and -not $ReFS) {
    $DevDrive = & (Join-Path $PSScriptRoot 'New-DevDrive.ps1')
}

$env:COW_VOLUME_PLAIN = (New-Item -ItemType Directory -Force -Path $Plain).FullName
if ($DevDrive) { $env:COW_VOLUME_DEVDRIVE = $DevDrive }
if ($ReFS) { $env:COW_VOLUME_REFS = $ReFS }
$results = (New-Item -ItemType Directory -Force -Path (Join-Path $repository 'artifacts\measured')).FullName

# Runs a command through cmd, which joins the error stream without making error records of its lines.
$failed = @()
function Invoke-Part([string] $Name, [string] $Command) {
    Write-Host "== $Name"
    & cmd.exe /c "$Command 2>&1" | Tee-Object -FilePath (Join-Path $results "$Name.txt")
    if ($LASTEXITCODE -ne 0) {
        $script:failed += "$Name ($LASTEXITCODE)"
    }
}

Push-Location -Path $repository
try {
    foreach ($root in @($DevDrive, $ReFS) | Where-Object { $_ }) {
        $env:COW_STRESS_FOLDER = $root
        Invoke-Part -Name "measure-$($root[0])" -Command "build.cmd measure $root"
    }

    Invoke-Part -Name 'test' -Command 'build.cmd test'
    if (Test-Path -Path 'artifacts\test-results') {
        Copy-Item -Path 'artifacts\test-results' -Destination $results -Recurse -Force
    }
}
finally {
    Pop-Location
}

Write-Host "Results are in $results"
if ($failed) {
    throw "Failed: $($failed -join ', ')"
}
