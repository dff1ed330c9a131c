# Stands in for Windows: disks and partitions behind the Storage cmdlets, and the programs that the scripts call. Each call prints
# "> Name arguments". One that $fails matches ends with 1, or writes an error as a CIM cmdlet does: it ends nothing, and the caller's
# $ErrorActionPreference does not reach it.
$disks = @{}
$global:fails = @()

$answers = @{
    'New-VHD' = { New-Item -ItemType File -Path $Path }
    'diskpart.exe' = {
        $script = Get-Content -Raw -Path $Rest[1]
        Write-Host $script.Replace("cow-$PID", 'cow-PID').Trim()
        New-Item -ItemType File -Path $script.Split('"')[1] | Out-Null
    }
    'Get-DiskImage' = {
        if ($InputObject) { return $InputObject }
        if (-not (Test-Path -Path $ImagePath)) { throw "There is no $ImagePath." }
        if (-not $disks.ContainsKey($ImagePath)) {
            $number = $disks.Count + 1
            $disks[$ImagePath] = [pscustomobject] @{ Number = $number; Attached = $false; PartitionStyle = 'RAW'; Partitions = @() }
        }
        $disks[$ImagePath]
    }
    'Mount-DiskImage' = { $disks[$ImagePath].Attached = $true; $disks[$ImagePath] }
    'Dismount-DiskImage' = { $disks.Remove($ImagePath) }
    'Get-Disk' = { Find-Disk $Number }
    'Initialize-Disk' = { (Find-Disk $Number).PartitionStyle = 'GPT'; Add-Partition (Find-Disk $Number) 'Reserved' | Out-Null }
    'New-Partition' = { Add-Partition (Find-Disk $DiskNumber) 'Basic' }
    'Get-Partition' = { (Find-Disk $DiskNumber).Partitions | Where-Object { $PartitionNumber -in 0, $_.PartitionNumber } }
    'Set-Partition' = { (Find-Disk $DiskNumber).Partitions[$PartitionNumber - 1].DriveLetter = $NewDriveLetter }
    'Format-Volume' = { $InputObject.FileSystem = 'ReFS' }
    'Get-Volume' = { if ($InputObject) { $InputObject } else { [pscustomobject] @{ DriveLetter = 'C'; SizeRemaining = 100gb } } }
    'Get-CimInstance' = { }
    'Get-ItemProperty' = { }
    'fsutil.exe' = { }
    'vswhere.exe' = { 'MSBuild.exe', 'MSBuild.exe', 'arm64/MSBuild.exe' }
    'MSBuild.exe' = { 'CopyOnWrite: 1 cloned (500 bytes), 0 copied, 0 unchanged.' }
    'dotnet.exe' = { 'the .NET SDK' }
    'cmd.exe' = { "said on $env:COW_VOLUME_DEVDRIVE $env:COW_VOLUME_REFS".Trim() }
}

function Find-Disk($number) { $disks.Values | Where-Object -Property Number -EQ $number }

function Add-Partition($disk, $type) {
    $number = $disk.Partitions.Count + 1
    $disk.Partitions += [pscustomobject] @{ PartitionNumber = $number; Type = $type; DriveLetter = [char] 0; FileSystem = '' }
    $disk.Partitions[-1]
}

function Test-Call($name, $bound) {
    $call = "> $name"
    foreach ($parameter in $bound.Keys | Where-Object { $_ -notin 'InputObject', 'ErrorAction' }) {
        $call += "$(if ($parameter -ne 'Rest') { " -$parameter" }) $($bound[$parameter])"
    }

    Write-Host $call
    $fails = [bool] ($global:fails | Where-Object { $call -like $_ })
    if ($name.EndsWith('.exe')) { $global:LASTEXITCODE = [int] $fails }
    -not $fails
}

foreach ($name in $answers.Keys) {
    Invoke-Expression @"
        function $name {
            [CmdletBinding(PositionalBinding = `$false)]
            param(
                [Parameter(ValueFromPipeline)] `$InputObject, [string] `$Path, [string] `$ImagePath, [int] `$Number, [int] `$DiskNumber,
                [int] `$PartitionNumber, [switch] `$DevDrive, [char] `$NewDriveLetter, [Parameter(ValueFromRemainingArguments)] `$Rest)
            process {
                if (Test-Call $name `$PSBoundParameters) { $($answers[$name]) }
                elseif ('$name' -notlike '*.exe') { Write-Error '$name fails.' }
            }
        }
"@
}

# The scripts import their module anew each time. Whether this is an elevated PowerShell on Windows is not asked here.
function Import-Module($Name) {
    Microsoft.PowerShell.Core\Import-Module $Name -Force -Global
    & (Get-Module -Name TestVolumes) { function script:Assert-CanMakeVolumes { } }
}

Export-ModuleMember -Function *
