# For Windows PowerShell 5.1, elevated. $Folder and $Image are set above this line, and $Megabytes and $Volume where they are needed.
$ErrorActionPreference = 'Stop'

function Assert-Elevated {
    $me = New-Object Security.Principal.WindowsPrincipal([Security.Principal.WindowsIdentity]::GetCurrent())
    if (-not $me.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
        throw 'Attaching and formatting a disk needs an elevated PowerShell: start it with "Run as administrator".'
    }
}

# New-VHD and Resize-VHD belong to the Hyper-V module, which many machines lack; diskpart is always there.
function Invoke-DiskPart([string[]] $Lines) {
    $script = [IO.Path]::GetTempFileName()
    try {
        Set-Content -LiteralPath $script -Encoding Ascii -Value $Lines
        $said = & diskpart.exe /s $script
        if ($LASTEXITCODE -ne 0) {
            throw "diskpart failed with ${LASTEXITCODE}: $said"
        }
    }
    finally {
        Remove-Item -LiteralPath $script
    }
}

# The partition with the volume that the record names: any other image is not touched.
function Get-OwnPartition {
    $disk = Get-DiskImage -ImagePath $Image
    if (-not $disk.Attached) {
        throw "$Image is not attached. Run: Mount-DiskImage -ImagePath '$Image'"
    }

    $found = Get-Partition -DiskNumber $disk.Number | Where-Object { ($_ | Get-Volume -ErrorAction SilentlyContinue).UniqueId -eq $Volume }
    if (-not $found) {
        throw "$Image has another volume than its record says, $Volume. It is not touched."
    }

    $found
}

# Dismount-DiskImage closes what others have open, so a volume is locked first, which fails while anything is (FSCTL_LOCK_VOLUME).
function Assert-NotInUse {
    Add-Type -Namespace Cow -Name Disk -MemberDefinition @'
[DllImport("kernel32.dll", CharSet = CharSet.Unicode, SetLastError = true)]
public static extern Microsoft.Win32.SafeHandles.SafeFileHandle CreateFileW(
    string name, uint access, uint share, IntPtr security, uint disposition, uint flags, IntPtr template);
[DllImport("kernel32.dll", SetLastError = true)]
public static extern bool DeviceIoControl(
    Microsoft.Win32.SafeHandles.SafeFileHandle device, uint code, IntPtr input, uint inputSize, IntPtr output, uint outputSize,
    out uint returned, IntPtr overlapped);
'@
    # GENERIC_READ and GENERIC_WRITE, shared for both, OPEN_EXISTING; the volume's name without its last backslash is the device.
    $device = [Cow.Disk]::CreateFileW($Volume.TrimEnd('\'), 3221225472, 3, [IntPtr]::Zero, 3, 0, [IntPtr]::Zero)
    $returned = 0
    $locked = -not $device.IsInvalid -and
        [Cow.Disk]::DeviceIoControl($device, 0x90018, [IntPtr]::Zero, 0, [IntPtr]::Zero, 0, [ref] $returned, [IntPtr]::Zero)
    $device.Dispose()
    if (-not $locked) {
        throw "$Folder is in use. Close what uses it, then run this again."
    }
}

Assert-Elevated
