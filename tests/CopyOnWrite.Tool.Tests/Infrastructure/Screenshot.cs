using System.Buffers.Binary;
using System.Diagnostics;
using System.IO.Compression;
using System.Text;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A page as headless Chromium draws it, with no network.</summary>
internal sealed class Screenshot
{
    // A page takes seconds, on a busy machine many.
    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(5);

    private const int Height = 2400;

    private readonly byte[] _pixels;
    private readonly int _bytesPerPixel;

    private Screenshot(string path, string console)
    {
        Path = path;
        Console = console;
        (_pixels, _bytesPerPixel) = Decode(File.ReadAllBytes(path));
    }

    internal string Path { get; }

    /// <summary>What the page's console said: script errors, and what could not be loaded.</summary>
    internal string Console { get; }

    internal static Screenshot Take(string page, string folder, int width = 1100, bool dark = false)
    {
        string picture = System.IO.Path.Combine(folder, "page.png");
        var start = new ProcessStartInfo(Tools.Require("chromium"))
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
            ArgumentList =
            {
                "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND",
                "--enable-logging=stderr",
                $"--user-data-dir={System.IO.Path.Combine(folder, "profile")}", $"--window-size={width},{Height}",
                $"--blink-settings=preferredColorScheme={(dark ? 0 : 1)}", $"--screenshot={picture}", new Uri(page).AbsoluteUri,
            },
        };
        using Process browser = Process.Start(start)!;
        var said = browser.StandardError.ReadToEndAsync();
        _ = browser.StandardOutput.ReadToEndAsync();
        if (!browser.WaitForExit(s_hang))
        {
            browser.Kill(entireProcessTree: true);
            Assert.Fail($"Chromium did not come to an end within {s_hang}.");
        }

        Assert.IsTrue(File.Exists(picture), said.Result);
        var console = new StringBuilder();
        foreach (string line in said.Result.Split('\n'))
        {
            _ = line.Contains(":CONSOLE", StringComparison.Ordinal) ? console.AppendLine(line) : console;
        }

        return new Screenshot(picture, console.ToString());
    }

    internal int Pixels => _pixels.Length / _bytesPerPixel;

    /// <summary>Pixels of exactly this colour, "#009E73".</summary>
    internal int Count(string colour)
    {
        byte[] wanted = Convert.FromHexString(colour[1..]);
        int count = 0;
        for (int i = 0; i < _pixels.Length; i += _bytesPerPixel)
        {
            count += _pixels[i] == wanted[0] && _pixels[i + 1] == wanted[1] && _pixels[i + 2] == wanted[2] ? 1 : 0;
        }

        return count;
    }

    /// <summary>A PNG of 8 bits a channel, not interlaced (RFC 2083): filtered rows in zlib, without the filter bytes after this.</summary>
    private static (byte[] Pixels, int BytesPerPixel) Decode(byte[] png)
    {
        int width = 0;
        int height = 0;
        int channels = 0;
        using var packed = new MemoryStream();
        for (int at = 8; at < png.Length;)
        {
            int length = BinaryPrimitives.ReadInt32BigEndian(png.AsSpan(at));
            string kind = Encoding.ASCII.GetString(png, at + 4, 4);
            ReadOnlySpan<byte> data = png.AsSpan(at + 8, length);
            if (kind == "IHDR")
            {
                width = BinaryPrimitives.ReadInt32BigEndian(data);
                height = BinaryPrimitives.ReadInt32BigEndian(data[4..]);
                channels = data[9] == 6 ? 4 : 3;
                Assert.AreEqual((8, 0), (data[8], data[12]), "bits, and interlacing");
            }
            else if (kind == "IDAT")
            {
                packed.Write(data);
            }

            at += 12 + length;
        }

        packed.Position = 0;
        using var rows = new ZLibStream(packed, CompressionMode.Decompress);
        int stride = width * channels;
        byte[] pixels = new byte[stride * height];
        byte[] row = new byte[stride + 1];
        for (int y = 0; y < height; y++)
        {
            rows.ReadExactly(row);
            for (int x = 0; x < stride; x++)
            {
                int left = x < channels ? 0 : pixels[(y * stride) + x - channels];
                int up = y == 0 ? 0 : pixels[((y - 1) * stride) + x];
                int corner = x < channels || y == 0 ? 0 : pixels[((y - 1) * stride) + x - channels];
                pixels[(y * stride) + x] = (byte)(row[x + 1] + row[0] switch
                {
                    0 => 0,
                    1 => left,
                    2 => up,
                    3 => (left + up) / 2,
                    _ => Paeth(left, up, corner),
                });
            }
        }

        return (pixels, channels);
    }

    private static int Paeth(int left, int up, int corner)
    {
        int guess = left + up - corner;
        int fromLeft = Math.Abs(guess - left);
        int fromUp = Math.Abs(guess - up);
        int fromCorner = Math.Abs(guess - corner);
        return fromLeft <= fromUp && fromLeft <= fromCorner ? left : fromUp <= fromCorner ? up : corner;
    }
}
