using Courier.Hosting;
using Courier.Routing;

return await ServiceHost.RunAsync(new Handler(), args);
