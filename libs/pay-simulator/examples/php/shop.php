<?php
// A shop with the demo hosts of Viva.com written into it. It takes a payment, receives its webhook, and refunds a part.
//
//     npx pay-simulator run --webhook http://127.0.0.1:8000/webhook -- php shop.php

const ACCOUNTS = 'https://demo-accounts.vivapayments.com';
const API = 'https://demo-api.vivapayments.com';
const WEB = 'https://demo.vivapayments.com';

function call(string $method, string $url, array $headers, ?string $body = null): array
{
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 10,
    ]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
    }
    $text = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($text === false || $status >= 300) {
        throw new RuntimeException("$method $url: $status " . ($text === false ? curl_error($curl) : $text));
    }
    return json_decode($text, true, 512, JSON_BIGINT_AS_STRING | JSON_THROW_ON_ERROR);
}

/** Serves requests to the webhook endpoint until one has the method. Returns its body. */
function waitFor($server, string $method, string $key): string
{
    while (true) {
        $connection = stream_socket_accept($server, 20)
            ?: throw new RuntimeException('No request: start with pay-simulator run --webhook http://'
                . stream_socket_get_name($server, false) . '/webhook');
        $isMethod = str_starts_with(fgets($connection), $method);
        $length = 0;
        while (($line = trim(fgets($connection))) !== '') {
            if (stripos($line, 'content-length:') === 0) {
                $length = (int) substr($line, 15);
            }
        }
        $body = $length > 0 ? stream_get_contents($connection, $length) : '';
        // GET proves that the address is yours, POST is an event.
        $response = json_encode(['Key' => $key]);
        $size = strlen($response);
        fwrite($connection, "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: $size\r\nconnection: close\r\n\r\n$response");
        fclose($connection);
        if ($isMethod) {
            return $body;
        }
    }
}

$account = 'Authorization: Basic ' . base64_encode(getenv('PAY_MERCHANT_ID') . ':' . getenv('PAY_API_KEY'));
$client = 'Authorization: Basic ' . base64_encode(getenv('PAY_CLIENT_ID') . ':' . getenv('PAY_CLIENT_SECRET'));

$server = stream_socket_server('tcp://127.0.0.1:' . (getenv('PORT') ?: '8000'));
$key = call('GET', WEB . '/api/messages/config/token', [$account])['Key'];
waitFor($server, 'GET', $key);

$token = call('POST', ACCOUNTS . '/connect/token', [$client], 'grant_type=client_credentials')['access_token'];
$bearer = ["Authorization: Bearer $token", 'Content-Type: application/json'];
$order = json_encode(['amount' => 2450, 'customerTrns' => 'Two mugs']);
$orderCode = call('POST', API . '/checkout/v2/orders', $bearer, $order)['orderCode'];
echo 'Pay at ' . WEB . "/web/checkout?ref=$orderCode\n";

// Stands for the customer. Leave this line out to pay in a browser.
$payment = json_encode(['orderCode' => (string) $orderCode]);
call('POST', getenv('PAY_SIMULATOR_URL') . '/_simulator/trigger/payment', ['Content-Type: application/json'], $payment);

// Anyone can post to the address, so the payment is read back.
$transactionId = json_decode(waitFor($server, 'POST', $key), true)['EventData']['TransactionId'];
$paid = call('GET', API . "/checkout/v2/transactions/$transactionId", $bearer);
if ($paid['statusId'] !== 'F' || (string) $paid['orderCode'] !== (string) $orderCode) {
    throw new RuntimeException('Not paid: ' . json_encode($paid));
}
printf("Paid %.2f\n", $paid['amount']);

$query = http_build_query(['amount' => 450, 'sourceCode' => 'Default']);
$refund = call('DELETE', WEB . "/api/transactions/$transactionId?$query", [$account]);
if (!$refund['Success']) {
    throw new RuntimeException('Not refunded: ' . json_encode($refund));
}
printf("Refunded %.2f\n", abs($refund['Amount']));
