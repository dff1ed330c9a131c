if ((Get-DiskImage -ImagePath $Image).Attached) {
    Get-OwnPartition | Out-Null
    Assert-NotInUse
    Dismount-DiskImage -ImagePath $Image | Out-Null
}

Remove-Item -LiteralPath $Image
if ($DeleteFolder -and (Test-Path -LiteralPath $Folder)) {
    [IO.Directory]::Delete($Folder)
}
