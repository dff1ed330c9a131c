if (-not (Get-Command Format-Volume).Parameters.ContainsKey('DevDrive')) {
    throw 'This Windows makes no Dev Drives: they need Windows 11 22621.2338 or Windows Server 2025.'
}

if (Test-Path -LiteralPath $Image) {
    throw "$Image exists, and is not touched."
}

$createsFolder = -not (Test-Path -LiteralPath $Folder)
try {
    Invoke-DiskPart "create vdisk file=`"$Image`" maximum=$Megabytes type=expandable"
    $disk = Mount-DiskImage -ImagePath $Image -NoDriveLetter -PassThru | Get-DiskImage
    Initialize-Disk -Number $disk.Number -PartitionStyle GPT
    $partition = New-Partition -DiskNumber $disk.Number -UseMaximumSize
    $partition | Format-Volume -DevDrive -NewFileSystemLabel 'dotnet-cow' -Confirm:$false | Out-Null
    if ($createsFolder) {
        New-Item -ItemType Directory -Path $Folder | Out-Null
    }

    Add-PartitionAccessPath -DiskNumber $disk.Number -PartitionNumber $partition.PartitionNumber -AccessPath $Folder
    $name = ($partition | Get-Volume).UniqueId

    # Trusted, so that the virus scanner does not delay each access; which filters may attach stays as this machine has it.
    & fsutil.exe devdrv trust /f $Folder | Out-Host
    & fsutil.exe devdrv query $Folder | Out-Host
    "volume=$name"
}
catch {
    if (Test-Path -LiteralPath $Image) {
        if ((Get-DiskImage -ImagePath $Image).Attached) {
            Dismount-DiskImage -ImagePath $Image | Out-Null
        }

        Remove-Item -LiteralPath $Image
    }

    if ($createsFolder -and (Test-Path -LiteralPath $Folder)) {
        [IO.Directory]::Delete($Folder)
    }

    throw
}
