# Volumes in VHDX files, for New-DevDrive.ps1, New-ReFSVolume.ps1 and Remove-TestVolume.ps1. For Windows PowerShell 5.1 and later.
Set-StrictMode -Version 3.0

# The Storage cmdlets are functions of another module: they do not see their caller's $ErrorActionPreference, and what follows a failed one
# would run (PowerShell/PowerShell issues 4568 and 24389).
$PSDefaultParameterValues = @{ '*:ErrorAction' = 'Stop' }

function Assert-CanMakeVolumes {
    if ($PSVersionTable.PSVersion.Major -ge 6 -and -not $IsWindows) {
        throw 'This makes volumes on Windows. On Linux: eng/volumes.sh, on macOS: eng/mac-volumes.sh.'
    }

    $me = New-Object Security.Principal.WindowsPrincipal([Security.Principal.WindowsIdentity]::GetCurrent())
    if (-not $me.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
        throw 'Making, attaching and formatting a disk needs an elevated PowerShell: start it with "Run as administrator".'
    }
}

# New-VHD needs the Hyper-V module, its service and a right, which a hosted runner and many machines lack; diskpart is always there.
function New-DiskFile([string] $Path, [uint64] $SizeBytes) {
    try {
        New-VHD -Path $Path -SizeBytes $SizeBytes -Dynamic | Out-Null
        return
    }
    catch {
        $refused = $_
    }

    # A user's folder may have other letters than ASCII's, and no documentation says how diskpart reads them: it makes the file elsewhere.
    $made = Join-Path $env:SystemRoot "Temp\cow-$PID.vhdx"
    $script = [IO.Path]::GetTempFileName()
    try {
        $megabytes = [uint64] ($SizeBytes / 1mb)
        Set-Content -Path $script -Encoding Ascii -Value "create vdisk file=`"$made`" maximum=$megabytes type=expandable"
        $said = & diskpart.exe /s $script
        if ($LASTEXITCODE -ne 0) {
            throw "Neither New-VHD nor diskpart made ${Path}: $refused $said"
        }

        Move-Item -Path $made -Destination $Path
    }
    finally {
        Remove-Item -Path $script, $made -ErrorAction Ignore
    }
}

# The volume in a VHDX file, made if it is not there, attached and with a letter. Gives its root, such as "V:\". What an error leaves
# half-made is removed.
function New-TestVolume {
    [CmdletBinding(SupportsShouldProcess)]
    param(
        [Parameter(Mandatory)] [string] $Path,
        [Parameter(Mandatory)] [uint64] $SizeBytes,
        [Parameter(Mandatory)] [char] $DriveLetter,
        [Parameter(Mandatory)] [string] $Label,
        [switch] $DevDrive
    )

    $ErrorActionPreference = 'Stop'
    $what = if ($DevDrive) { 'Dev Drive' } else { 'ReFS volume' }
    if (-not $PSCmdlet.ShouldProcess($Path, "make a $what of $([math]::Round($SizeBytes / 1gb)) GB and attach it as ${DriveLetter}:")) {
        return
    }

    Assert-CanMakeVolumes
    if ($DevDrive -and -not (Get-Command Format-Volume).Parameters.ContainsKey('DevDrive')) {
        throw 'This Windows makes no Dev Drives: they need Windows 11 22621.2338 or Windows Server 2025.'
    }

    $isNew = -not (Test-Path -Path $Path)
    try {
        if ($isNew) {
            New-Item -ItemType Directory -Force -Path (Split-Path -Path $Path) | Out-Null
            New-DiskFile -Path $Path -SizeBytes $SizeBytes
        }

        Connect-DiskFile -Path $Path -DriveLetter $DriveLetter -Label $Label -DevDrive:$DevDrive
        Assert-CanWrite -Root "${DriveLetter}:\"
    }
    catch {
        if ($isNew) {
            Remove-TestVolume -Path $Path
        }

        throw
    }

    "${DriveLetter}:\"
}

function Connect-DiskFile([string] $Path, [char] $DriveLetter, [string] $Label, [switch] $DevDrive) {
    $image = Get-DiskImage -ImagePath $Path
    if (-not $image.Attached) {
        $image = Mount-DiskImage -ImagePath $Path -NoDriveLetter -PassThru | Get-DiskImage
    }

    $disk = Get-Disk -Number $image.Number
    if ($disk.PartitionStyle -eq 'RAW') {
        Initialize-Disk -Number $disk.Number -PartitionStyle GPT
    }

    $partition = Get-Partition -DiskNumber $disk.Number | Where-Object -Property Type -EQ 'Basic' | Select-Object -First 1
    if (-not $partition) {
        $partition = New-Partition -DiskNumber $disk.Number -UseMaximumSize
    }

    $volume = $partition | Get-Volume
    if ($volume.FileSystem -ne 'ReFS') {
        if ($DevDrive) {
            $partition | Format-Volume -DevDrive -NewFileSystemLabel $Label -Confirm:$false -Force | Out-Null
        }
        else {
            $partition | Format-Volume -FileSystem ReFS -NewFileSystemLabel $Label -Confirm:$false -Force | Out-Null
        }
    }

    # The letter comes last: Explorer asks whether to format a volume that has a letter and no file system.
    $current = (Get-Partition -DiskNumber $disk.Number -PartitionNumber $partition.PartitionNumber).DriveLetter
    if ($current -ne $DriveLetter) {
        if (Get-PSDrive -Name $DriveLetter -ErrorAction SilentlyContinue) {
            throw "${DriveLetter}: is taken; choose another with -DriveLetter."
        }

        try {
            Set-Partition -DiskNumber $disk.Number -PartitionNumber $partition.PartitionNumber -NewDriveLetter $DriveLetter
        }
        catch {
            # A disc drive or another user's session may have it, which Get-PSDrive does not show.
            throw "The volume did not get ${DriveLetter}:. If it is taken, choose another with -DriveLetter. $_"
        }
    }
}

# Where companies have that policy, a volume that is not encrypted is mounted read-only (the registry's FDVDenyWriteAccess).
function Assert-CanWrite([string] $Root) {
    try {
        [IO.File]::WriteAllText("${Root}cow-written.tmp", '')
        [IO.File]::Delete("${Root}cow-written.tmp")
    }
    catch {
        throw "Nothing can be written to $Root; the policy 'Deny write access to fixed drives not protected by BitLocker' does that. $_"
    }
}

function Remove-TestVolume {
    [CmdletBinding(SupportsShouldProcess)]
    param([Parameter(Mandatory)] [string] $Path)

    $ErrorActionPreference = 'Stop'
    if (-not $PSCmdlet.ShouldProcess($Path, 'detach the volume and delete its file')) {
        return
    }

    Assert-CanMakeVolumes
    if (-not (Test-Path -Path $Path)) {
        return
    }

    if ((Get-DiskImage -ImagePath $Path).Attached) {
        Dismount-DiskImage -ImagePath $Path | Out-Null
    }

    Remove-Item -Path $Path
}

Export-ModuleMember -Function @('New-TestVolume', 'Remove-TestVolume')
