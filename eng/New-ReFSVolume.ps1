<#
.SYNOPSIS
Makes a ReFS volume in a VHDX file and prints its root. Running it again attaches what is there.
.PARAMETER Path
The VHDX file. It grows with what is written.
.EXAMPLE
eng\New-ReFSVolume.ps1 -DriveLetter R -WhatIf
#>
[CmdletBinding(SupportsShouldProcess)]
param(
    [string] $Path = (Join-Path ([IO.Path]::GetTempPath()) 'cow-refs.vhdx'),
    [uint64] $SizeBytes = 20gb,
    [char] $DriveLetter = 'R'
)

$ErrorActionPreference = 'Stop'
Import-Module (Join-Path $PSScriptRoot 'TestVolumes.psm1') -Force
New-TestVolume -Path $Path -SizeBytes $SizeBytes -DriveLetter $DriveLetter -Label 'cow-refs' -WhatIf:$WhatIfPreference
