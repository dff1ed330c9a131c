<#
.SYNOPSIS
Detaches the volumes of New-DevDrive.ps1 and New-ReFSVolume.ps1 and deletes their VHDX files. Nothing happens for those that are not there.
.EXAMPLE
eng\Remove-TestVolume.ps1 -WhatIf
#>
[CmdletBinding(SupportsShouldProcess)]
param(
    [string[]] $Path = @(
        (Join-Path ([IO.Path]::GetTempPath()) 'cow-devdrive.vhdx'),
        (Join-Path ([IO.Path]::GetTempPath()) 'cow-refs.vhdx'))
)

$ErrorActionPreference = 'Stop'
Import-Module (Join-Path $PSScriptRoot 'TestVolumes.psm1') -Force
foreach ($file in $Path) {
    Remove-TestVolume -Path $file -WhatIf:$WhatIfPreference
}
