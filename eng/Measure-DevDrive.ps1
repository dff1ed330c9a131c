<#
.SYNOPSIS
Everything that there is to run on a machine with a Dev Drive or a ReFS volume: the stress of clones of just-written files, the tests, calls of the
task in every state, and builds of a sample with and without the SDK. What they say and write is kept in one folder.
.PARAMETER DevDrive
Root of a Dev Drive. When neither this nor ReFS is given, eng\New-DevDrive.ps1 makes one, which needs an elevated PowerShell.
.PARAMETER ReFS
Root of a ReFS volume that is no Dev Drive.
.PARAMETER Plain
A folder on a volume that does not clone, for comparison.
.PARAMETER Results
Where the results go.
.EXAMPLE
eng\Measure-DevDrive.ps1 -DevDrive D:\
#>
[CmdletBinding()]
param(
    [string] $DevDrive,
    [string] $ReFS,
    [string] $Plain = (Join-Path ([IO.Path]::GetTempPath()) 'cow-plain'),
    [string] $Results = (Join-Path (Split-Path -Path $PSScriptRoot) ('artifacts\measured\' + (Get-Date -Format 'yyyy-MM-dd-HHmm')))
)

Set-StrictMode -Version 3.0
$ErrorActionPreference = 'Stop'
$repository = Split-Path -Path $PSScriptRoot
if (-not $DevDrive -and -not $ReFS) {
    $DevDrive = & (Join-Path $PSScriptRoot 'New-DevDrive.ps1')
}

$Plain = (New-Item -ItemType Directory -Force -Path $Plain).FullName
$Results = (New-Item -ItemType Directory -Force -Path $Results).FullName
$env:COW_VOLUME_PLAIN = $Plain
if ($DevDrive) { $env:COW_VOLUME_DEVDRIVE = $DevDrive }
if ($ReFS) { $env:COW_VOLUME_REFS = $ReFS }

# What a reader of the numbers has to know of the machine.
& {
    Get-CimInstance -ClassName Win32_OperatingSystem | Format-List -Property @('Caption', 'Version', 'BuildNumber')
    Get-ItemProperty -Path 'HKLM:\SOFTWARE\Microsoft\Windows NT\CurrentVersion' | Format-List -Property @('DisplayVersion', 'CurrentBuild', 'UBR')
    Get-CimInstance -ClassName Win32_Processor | Format-List -Property @('Name', 'NumberOfCores', 'NumberOfLogicalProcessors')
    Get-Volume | Format-Table -AutoSize
    foreach ($root in @($DevDrive, $ReFS) | Where-Object { $_ }) {
        & fsutil.exe fsinfo volumeinfo $root
        & fsutil.exe devdrv query $root.TrimEnd('\')
    }
    & dotnet.exe --info
} 2>&1 | Out-String -Width 200 | Set-Content -Path (Join-Path $Results 'machine.txt')

# Runs a command through cmd, which joins the error stream without making error records of its lines.
$failed = @()
function Invoke-Part([string] $Name, [string] $Command) {
    Write-Host "== $Name"
    & cmd.exe /c "$Command 2>&1" | Tee-Object -FilePath (Join-Path $Results "$Name.txt")
    if ($LASTEXITCODE -ne 0) {
        $script:failed += "$Name ($LASTEXITCODE)"
    }
}

Push-Location -Path $repository
try {
    # First what matters most: whether clones of just-written files have their content.
    foreach ($root in @($DevDrive, $ReFS) | Where-Object { $_ }) {
        $env:COW_STRESS_FOLDER = $root
        $stress = 'dotnet test tests\CopyOnWrite.Tests -c Release --filter TestCategory=Stress --logger console;verbosity=detailed'
        Invoke-Part -Name "stress-$($root[0])" -Command $stress
    }

    $env:COW_STRESS_FOLDER = ''
    Invoke-Part -Name 'test' -Command 'build.cmd test'
    Invoke-Part -Name 'bench-task' -Command 'build.cmd bench task --files 100'
    Invoke-Part -Name 'demo' -Command 'build.cmd demo --all'

    foreach ($folder in 'artifacts\test-results', 'artifacts\benchmarks') {
        if (Test-Path -Path $folder) {
            Copy-Item -Path $folder -Destination $Results -Recurse -Force
        }
    }
}
finally {
    Pop-Location
}

Write-Host "Results are in $Results"
if ($failed) {
    throw "Failed: $($failed -join ', ')"
}
