<?php
/**
 * A receiver of Ringpost's webhooks with PHP's standard library alone.
 *
 *     RINGPOST_SIGNING_SECRET=... php -S 127.0.0.1:8000 receiver.php    serves it
 *     RINGPOST_HANDLED=/var/lib/hooks                                   keeps there what was handled, not in the temporary folder
 *     php receiver.php --vectors vectors.json                           checks `verify` against the published vectors
 */
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const LARGEST_BODY = 4 * 1024 * 1024;

/** Null where the delivery is Ringpost's and fresh, else the reason why not. $rawBody: the bytes as they came. */
function verify(string $secret, ?string $signature, ?string $timestamp, string $rawBody, int $now): ?string
{
    // Anybody can sign with an empty secret.
    if ($secret === '') {
        return 'no_secret';
    }
    if (!preg_match('/\Asha256=[0-9a-f]{64}\z/', $signature ?? '') || !preg_match('/\A[0-9]{10,12}\z/', $timestamp ?? '')) {
        return 'malformed_header';
    }
    // The key is the secret's text: its 64 characters, not the bytes that they spell.
    $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
    if (!hash_equals($expected, $signature)) {
        return 'wrong_secret';
    }
    return abs($now - (int) $timestamp) > TOLERANCE_SECONDS ? 'timestamp_off' : null;
}

function receive(string $secret, string $handledFolder): void
{
    if (!in_array($_SERVER['REQUEST_METHOD'], ['POST', 'PUT'], true)) {
        http_response_code(405);
        header('Allow: POST, PUT');
        return;
    }
    // One byte more than is allowed shows that a body is too large.
    $rawBody = file_get_contents('php://input', false, null, 0, LARGEST_BODY + 1);
    if (strlen($rawBody) > LARGEST_BODY) {
        http_response_code(413);
        return;
    }
    $refusal = verify(
        $secret,
        $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? null,
        $_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? null,
        $rawBody,
        time()
    );
    if ($refusal !== null) {
        http_response_code(401);
        echo $refusal;
        return;
    }
    // The signature does not cover this header: what must never happen twice is keyed by the event's own ids.
    $deliveryId = $_SERVER['HTTP_X_WEBHOOK_DELIVERY_ID'] ?? '';
    // Without one a delivery would be taken for the one before it.
    if ($deliveryId === '') {
        http_response_code(400);
        echo 'no_delivery_id';
        return;
    }
    // What fails from here on is not answered 200, which PHP says where it displays errors.
    http_response_code(500);
    $event = json_decode($rawBody, true, 2048);
    if (!is_string($event['event'] ?? null) || !is_string($event['timestamp'] ?? null) || !is_array($event['data'] ?? null)) {
        http_response_code(400);
        echo 'not_an_event';
        return;
    }
    once($deliveryId, $handledFolder, fn () => handle($event));
    http_response_code(204);
}

/** A file for each delivery, since PHP's requests share no memory; several machines need a table with a unique key. */
function once(string $deliveryId, string $folder, callable $handle): void
{
    is_dir($folder) || mkdir($folder, 0700, true);
    $file = fopen($folder . '/' . hash('sha256', $deliveryId), 'c+');
    flock($file, LOCK_EX);
    if (fread($file, 1) === '') {
        $handle();
        fwrite($file, '1');
    }
    fclose($file);
}

function handle(array $event): void
{
    error_log($event['event'] . ' ' . $event['timestamp']);
}

/** Every vector verifies, and none does with a byte changed or 301 seconds later. */
function checkVectors(string $path): void
{
    $vectors = json_decode(file_get_contents($path), true, 512, JSON_THROW_ON_ERROR)['vectors'];
    foreach ($vectors as ['name' => $name, 'secret' => $secret, 'timestamp' => $timestamp, 'bodyBase64' => $base64, 'header' => $header]) {
        $body = base64_decode($base64, true);
        $at = (int) $timestamp;
        $found = [
            verify($secret, $header, $timestamp, $body, $at),
            verify($secret, $header, $timestamp, $body . ' ', $at),
            verify($secret, $header, $timestamp, $body, $at + 301),
            verify($secret, $header, $timestamp, $body, $at - 301),
        ];
        if ($found !== [null, 'wrong_secret', 'timestamp_off', 'timestamp_off']) {
            throw new Exception("$name: " . json_encode($found));
        }
    }
    echo count($vectors) . " vectors verified\n";
}

if (PHP_SAPI === 'cli') {
    checkVectors($argv[2] ?? exit("php receiver.php --vectors vectors.json\n"));
} else {
    receive(getenv('RINGPOST_SIGNING_SECRET') ?: '', getenv('RINGPOST_HANDLED') ?: sys_get_temp_dir() . '/ringpost-handled');
}
