Get-OwnPartition | Out-Null
Assert-NotInUse
Dismount-DiskImage -ImagePath $Image | Out-Null
try {
    Invoke-DiskPart "select vdisk file=`"$Image`"", "expand vdisk maximum=$Megabytes"
}
finally {
    Mount-DiskImage -ImagePath $Image -NoDriveLetter | Out-Null
}

$partition = Get-OwnPartition
$size = Get-PartitionSupportedSize -DiskNumber $partition.DiskNumber -PartitionNumber $partition.PartitionNumber
Resize-Partition -DiskNumber $partition.DiskNumber -PartitionNumber $partition.PartitionNumber -Size $size.SizeMax
