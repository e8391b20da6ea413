// A shop with the demo hosts of Viva.com written into it. It takes a payment, reads it back, and refunds a part.
//
//     npx pay-simulator run -- java Shop.java
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Pattern;

public class Shop {
    static final String ACCOUNTS = "https://demo-accounts.vivapayments.com";
    static final String API = "https://demo-api.vivapayments.com";
    static final String WEB = "https://demo.vivapayments.com";
    static final String JSON = "application/json";
    static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    public static void main(String[] args) throws Exception {
        var account = basic(env("PAY_MERCHANT_ID"), env("PAY_API_KEY"));
        var client = basic(env("PAY_CLIENT_ID"), env("PAY_CLIENT_SECRET"));
        var form = "application/x-www-form-urlencoded";
        var token = call("POST", ACCOUNTS + "/connect/token", client, form, "grant_type=client_credentials");
        var bearer = "Bearer " + member(token, "access_token");

        // An order code has 16 digits: long keeps them, double does not.
        var cart = "{\"amount\":2450,\"customerTrns\":\"Two mugs\"}";
        var order = call("POST", API + "/checkout/v2/orders", bearer, JSON, cart);
        var orderCode = Long.parseLong(member(order, "orderCode"));
        System.out.println("Pay at " + WEB + "/web/checkout?ref=" + orderCode);

        // Stands for the customer. Leave this line out to pay in a browser.
        var simulator = env("PAY_SIMULATOR_URL");
        call("POST", simulator + "/_simulator/trigger/payment", null, JSON, "{\"orderCode\":\"" + orderCode + "\"}");

        var list = call("GET", WEB + "/api/transactions/?ordercode=" + orderCode, account, null, null);
        var id = member(list, "TransactionId");
        var paid = call("GET", API + "/checkout/v2/transactions/" + id, bearer, null, null);
        if (!member(paid, "statusId").equals("F") || Long.parseLong(member(paid, "orderCode")) != orderCode)
            throw new IllegalStateException("Not paid: " + paid);
        System.out.println("Paid " + amount(paid, "amount"));

        var part = "?amount=450&sourceCode=Default";
        var refund = call("DELETE", WEB + "/api/transactions/" + id + part, account, null, null);
        if (!member(refund, "Success").equals("true")) throw new IllegalStateException("Not refunded: " + refund);
        System.out.println("Refunded " + amount(refund, "Amount"));
    }

    static String call(String method, String url, String authorization, String type, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10));
        request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (authorization != null) request.header("Authorization", authorization);
        if (type != null) request.header("Content-Type", type);
        var response = HTTP.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() >= 300)
            throw new IllegalStateException(method + " " + url + ": " + response.statusCode() + " " + response.body());
        return response.body();
    }

    // Java has no JSON parser of its own. A shop uses Jackson or Gson.
    static String member(String json, String name) {
        var found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"?([^\",}\\]]+)").matcher(json);
        if (!found.find()) throw new IllegalStateException(name + " is missing: " + json);
        return found.group(1);
    }

    static BigDecimal amount(String json, String name) {
        return new BigDecimal(member(json, name)).abs().setScale(2);
    }

    static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes());
    }

    static String env(String name) {
        var value = System.getenv(name);
        if (value == null) throw new IllegalStateException(name + " is not set");
        return value;
    }
}
