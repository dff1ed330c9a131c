using Courier.Booking;
using Courier.Hosting;

return await ServiceHost.RunAsync(new Handler(), args);
