@rem build pack ^| test ^| demo ^| ... : the build program in eng/Build.
@setlocal & cd /d "%~dp0" && dotnet run --project eng/Build --configuration Release --verbosity quiet -- %*
