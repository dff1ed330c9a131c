using Courier.Hosting;
using Courier.Tracking;

return await ServiceHost.RunAsync(new Handler(), args);
