using Courier.Hosting;
using Courier.Returns;

return await ServiceHost.RunAsync(new Handler(), args);
