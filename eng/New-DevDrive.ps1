<#
.SYNOPSIS
Makes a Dev Drive in a VHDX file, trusts it or warns that it is not trusted, and prints its root. Running it again attaches what is there.
.PARAMETER Path
The VHDX file. It grows with what is written.
.PARAMETER SizeBytes
Windows wants 50 GB at least.
.PARAMETER DisallowAntivirus
Also keeps the antivirus filter off ALL trusted Dev Drives of this machine (fsutil devdrv enable /disallowAv): for machines that only measure.
.EXAMPLE
eng\New-DevDrive.ps1 -DriveLetter V -WhatIf
#>
[CmdletBinding(SupportsShouldProcess)]
param(
    [string] $Path = (Join-Path ([IO.Path]::GetTempPath()) 'cow-devdrive.vhdx'),
    [uint64] $SizeBytes = 50gb,
    [char] $DriveLetter = 'V',
    [switch] $DisallowAntivirus
)

$ErrorActionPreference = 'Stop'
Import-Module (Join-Path $PSScriptRoot 'TestVolumes.psm1') -Force

$root = New-TestVolume -Path $Path -SizeBytes $SizeBytes -DriveLetter $DriveLetter -Label 'cow-devdrive' -DevDrive -WhatIf:$WhatIfPreference
if (-not $root) {
    return
}

if ($DisallowAntivirus) {
    & fsutil.exe devdrv enable /disallowAv | Out-Host
}

# /f: trust comes into force when the volume is mounted, so it is mounted again, which Windows refuses while a program has it open.
& fsutil.exe devdrv trust /f "${DriveLetter}:" | Out-Host
if ($LASTEXITCODE -ne 0) {
    & fsutil.exe devdrv trust "${DriveLetter}:" | Out-Host
    $until = if ($LASTEXITCODE -eq 0) { 'until it is mounted again' } else { "(exit code $LASTEXITCODE)" }
    Write-Warning "${DriveLetter}: is not trusted $until. Antivirus filters delay each file access on it: its numbers are not a trusted drive's."
}

& fsutil.exe devdrv query "${DriveLetter}:" | Out-Host
$root
