#nullable enable
// A shop with the demo hosts of Viva.com written into it. It takes a payment, reads it back, and refunds a part.
//
//     npx pay-simulator run -- dotnet run
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

static class Shop
{
    const string Accounts = "https://demo-accounts.vivapayments.com";
    const string Api = "https://demo-api.vivapayments.com";
    const string Web = "https://demo.vivapayments.com";

    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };

    static async Task Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        var account = Basic(Env("PAY_MERCHANT_ID"), Env("PAY_API_KEY"));
        var client = Basic(Env("PAY_CLIENT_ID"), Env("PAY_CLIENT_SECRET"));

        var form = new FormUrlEncodedContent(new Dictionary<string, string> { ["grant_type"] = "client_credentials" });
        var token = await Call(HttpMethod.Post, $"{Accounts}/connect/token", client, form);
        var bearer = new AuthenticationHeaderValue("Bearer", token.GetProperty("access_token").GetString());

        // An order code has 16 digits: long keeps them, double does not.
        var order = await Call(HttpMethod.Post, $"{Api}/checkout/v2/orders", bearer, Json(new { amount = 2450, customerTrns = "Two mugs" }));
        var orderCode = order.GetProperty("orderCode").GetInt64();
        Console.WriteLine($"Pay at {Web}/web/checkout?ref={orderCode}");

        // Stands for the customer. Leave this line out to pay in a browser.
        await Call(HttpMethod.Post, $"{Env("PAY_SIMULATOR_URL")}/_simulator/trigger/payment", null, Json(new { orderCode = $"{orderCode}" }));

        var list = await Call(HttpMethod.Get, $"{Web}/api/transactions/?ordercode={orderCode}", account);
        var id = list.GetProperty("Transactions")[0].GetProperty("TransactionId").GetString();
        var paid = await Call(HttpMethod.Get, $"{Api}/checkout/v2/transactions/{id}", bearer);
        if (paid.GetProperty("statusId").GetString() != "F" || paid.GetProperty("orderCode").GetInt64() != orderCode)
            throw new Exception($"Not paid: {paid}");
        Console.WriteLine($"Paid {paid.GetProperty("amount").GetDecimal():F2}");

        var refund = await Call(HttpMethod.Delete, $"{Web}/api/transactions/{id}?amount=450&sourceCode=Default", account);
        if (!refund.GetProperty("Success").GetBoolean()) throw new Exception($"Not refunded: {refund}");
        Console.WriteLine($"Refunded {Math.Abs(refund.GetProperty("Amount").GetDecimal()):F2}");
    }

    static async Task<JsonElement> Call(HttpMethod method, string url, AuthenticationHeaderValue? authorization, HttpContent? body = null)
    {
        using var request = new HttpRequestMessage(method, url) { Content = body };
        request.Headers.Authorization = authorization;
        using var response = await Http.SendAsync(request);
        var text = await response.Content.ReadAsStringAsync();
        if (!response.IsSuccessStatusCode) throw new Exception($"{method} {url}: {(int)response.StatusCode} {text}");
        return JsonDocument.Parse(text).RootElement;
    }

    static HttpContent Json(object value) => new StringContent(JsonSerializer.Serialize(value), Encoding.UTF8, "application/json");

    static AuthenticationHeaderValue Basic(string user, string password) =>
        new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}")));

    static string Env(string name) => Environment.GetEnvironmentVariable(name) ?? throw new Exception($"{name} is not set");
}
