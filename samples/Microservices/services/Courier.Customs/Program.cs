using Courier.Customs;
using Courier.Hosting;

return await ServiceHost.RunAsync(new Handler(), args);
