<?php

require_once __DIR__ . '/WorldTestCase.php';

final class PaymentTest extends WorldTestCase
{
    public function testTakesAPayment(): void
    {
        $this->pay(2450);
    }

    public function testTakesALargePayment(): void
    {
        $this->pay(245000);
    }

    private function pay(int $amount): void
    {
        $orderCode = $this->createOrder($amount);
        // Stands for the customer.
        self::call('POST', "{$this->world['control']}/trigger/payment", json: ['orderCode' => (string) $orderCode]);

        $payments = self::call('GET', "{$this->world['control']}/transactions");
        self::assertCount(1, $payments);
        self::assertSame([(string) $orderCode, $amount], [$payments[0]['orderCode'], $payments[0]['amount']]);
    }

    /** Stands for your application, which reads its account from the environment. */
    private function createOrder(int $amount): int|string
    {
        $url = getenv('PAY_SIMULATOR_URL');
        $client = base64_encode(getenv('PAY_CLIENT_ID') . ':' . getenv('PAY_CLIENT_SECRET'));
        $token = self::call(
            'POST',
            "$url/accounts/connect/token",
            ["Authorization: Basic $client"],
            form: 'grant_type=client_credentials',
        );
        $bearer = ["Authorization: Bearer {$token['access_token']}"];
        return self::call('POST', "$url/api/checkout/v2/orders", $bearer, ['amount' => $amount])['orderCode'];
    }
}
