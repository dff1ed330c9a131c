using Courier.Billing;
using Courier.Hosting;

return await ServiceHost.RunAsync(new Handler(), args);
