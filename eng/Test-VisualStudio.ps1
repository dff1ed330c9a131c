<#
.SYNOPSIS
Copies a file by the packed SDK (build.cmd pack) in each MSBuild of Visual Studio, of 32 and of 64 bits. Fails where MSBuild's own Copy did it.
.PARAMETER Folder
A new folder for the project, outside of any repository.
.EXAMPLE
eng\Test-VisualStudio.ps1 -Folder R:\visual-studio
#>
param([Parameter(Mandatory)] [string] $Folder)

Set-StrictMode -Version 3.0
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.IO.Compression.FileSystem
$package = Get-Item -Path (Join-Path (Split-Path -Path $PSScriptRoot) 'artifacts/packages/CopyOnWrite.Sdk.*.nupkg')
[IO.Compression.ZipFile]::ExtractToDirectory($package.FullName, [IO.Path]::Combine($Folder, 'sdk'))

# No .NET SDK: the one of global.json may need a newer Visual Studio.
$project = [IO.Path]::Combine($Folder, 'copy.proj')
[IO.File]::WriteAllText($project, @'
<Project DefaultTargets="Build">
  <Import Project="sdk/Sdk/Sdk.props" />
  <Import Project="sdk/Sdk/Sdk.targets" />
  <Target Name="Build">
    <Copy SourceFiles="$(MSBuildProjectFile)" DestinationFolder="out" />
  </Target>
</Project>
'@)

$env:PATH += ";${env:ProgramFiles(x86)}\Microsoft Visual Studio\Installer"
$found = @(& vswhere.exe -latest -products '*' -find 'MSBuild\Current\Bin\**\MSBuild.exe' | Where-Object { $_ -notlike '*arm64*' })
if ($found.Count -ne 2) {
    throw "Visual Studio's two MSBuilds are expected, there are: $found"
}

foreach ($msbuild in $found) {
    $said = & $msbuild $project -nologo -verbosity:detailed
    $line = $said | Select-String -Pattern 'CopyOnWrite: \d+ cloned .*'
    if ($LASTEXITCODE -ne 0 -or -not $line) {
        throw "${msbuild}: the task did not copy. $($said | Out-String)"
    }

    "${msbuild}: $($line.Matches[0].Value)"
}
