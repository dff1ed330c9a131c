using Courier.Hosting;
using Courier.Labels;

return await ServiceHost.RunAsync(new Handler(), args);
