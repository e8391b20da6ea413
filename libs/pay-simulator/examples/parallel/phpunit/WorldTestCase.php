<?php

use PHPUnit\Framework\TestCase;

/** An account of its own for each test. Your application reads its variables. */
abstract class WorldTestCase extends TestCase
{
    protected array $world;

    protected function setUp(): void
    {
        $this->world = self::call('POST', self::simulator() . '/_simulator/worlds', json: ['ttlSeconds' => 600]);
        foreach ($this->world['environment'] as $name => $value) {
            putenv("$name=$value");
        }
    }

    protected function tearDown(): void
    {
        self::call('DELETE', self::simulator() . "/_simulator/worlds/{$this->world['id']}");
    }

    private static function simulator(): string
    {
        return getenv('PAY_SIMULATOR_URL') ?: 'http://127.0.0.1:4010';
    }

    protected static function call(
        string $method,
        string $url,
        ?array $headers = null,
        ?array $json = null,
        string $form = '',
    ): ?array {
        // Only a simulator that other machines reach needs a token.
        $token = getenv('PAY_CONTROL_TOKEN');
        $headers ??= $token ? ["Authorization: Bearer $token"] : [];
        if ($json !== null) {
            $headers[] = 'Content-Type: application/json';
            $form = json_encode($json);
        }
        $request = curl_init($url);
        curl_setopt_array($request, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_POSTFIELDS => $form,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FAILONERROR => true,
            CURLOPT_TIMEOUT => 10,
        ]);
        $text = curl_exec($request);
        if ($text === false) {
            throw new RuntimeException("$method $url: " . curl_error($request));
        }
        return json_decode($text, true, 512, JSON_BIGINT_AS_STRING);
    }
}
