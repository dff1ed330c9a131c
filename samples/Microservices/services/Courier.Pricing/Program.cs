using Courier.Hosting;
using Courier.Pricing;

return await ServiceHost.RunAsync(new Handler(), args);
