using System.Net;
using System.Text.Json.Nodes;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A page in a frame in headless Chromium without network. Its own rules let no script of a test in but from around it.</summary>
internal static class PageProbe
{
    // A page takes seconds, on a busy machine many.
    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(5);

    /// <param name="script">Its `doc` and `win` are the page's, `colour(element)` is a background; what it returns becomes JSON.</param>
    internal static JsonNode Ask(string html, string script, int width = 1280, bool dark = false)
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string page = folder.PathOf("page.html");
        File.WriteAllText(page, html);
        File.WriteAllText(folder.PathOf("around.html"), $$"""
            <!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
            <body style="margin:0"><pre id="answer"></pre>
            <iframe id="page" style="border:0;width:{{width}}px;height:2000px" src="{{new Uri(page).AbsoluteUri}}"></iframe>
            <script>
            document.getElementById('page').onload = async event => {
              const win = event.target.contentWindow, doc = win.document;
              const colour = element => win.getComputedStyle(element).backgroundColor;
              let answer;
              try { answer = await (async () => { {{script}} })(); } catch (error) { answer = { error: String(error) }; }
              document.getElementById('answer').textContent = JSON.stringify(answer);
            };
            </script>
            """);
        var start = new ProcessStartInfo(Tools.Require("chromium"))
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
            ArgumentList =
            {
                "--headless=new", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND",
                "--allow-file-access-from-files", "--enable-logging=stderr", $"--blink-settings=preferredColorScheme={(dark ? 0 : 1)}",
                "--virtual-time-budget=20000", $"--user-data-dir={folder.PathOf("profile")}", "--dump-dom",
                new Uri(folder.PathOf("around.html")).AbsoluteUri,
            },
        };
        using Process browser = Process.Start(start)!;
        var errors = browser.StandardError.ReadToEndAsync();
        var dom = browser.StandardOutput.ReadToEndAsync();
        if (!browser.WaitForExit(s_hang))
        {
            browser.Kill(entireProcessTree: true);
            Assert.Fail($"Chromium did not come to an end within {s_hang}.");
        }

        Match answer = Regex.Match(dom.Result, "<pre id=\"answer\">(.*?)</pre>", RegexOptions.Singleline);
        Assert.IsTrue(answer.Success, dom.Result + errors.Result);
        Assert.DoesNotContain(":CONSOLE", errors.Result, "Script errors, and what could not be loaded.");
        JsonNode json = JsonNode.Parse(WebUtility.HtmlDecode(answer.Groups[1].Value))!;
        Assert.IsFalse(json is JsonObject && json["error"] is not null, json.ToJsonString());
        return json;
    }
}
