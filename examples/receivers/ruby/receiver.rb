# A receiver of Ringpost's webhooks. `verify` needs Ruby's standard library alone; what serves it here is WEBrick, a gem since Ruby 3.
#
#     RINGPOST_SIGNING_SECRET=... ruby receiver.rb 8000    serves it
#     ruby receiver.rb --vectors vectors.json              checks `verify` against the published vectors

require 'base64'
require 'json'
require 'openssl'

TOLERANCE_SECONDS = 300
LARGEST_BODY = 4 * 1024 * 1024

# Nil where the delivery is Ringpost's and fresh, else the reason why not. `raw_body`: the bytes as they came.
def verify(secret, signature, timestamp, raw_body, now)
  # Anybody can sign with an empty secret.
  return 'no_secret' if secret.empty?
  return 'malformed_header' unless signature.to_s.match?(/\Asha256=[0-9a-f]{64}\z/) && timestamp.to_s.match?(/\A[0-9]{10,12}\z/)

  # The key is the secret's text: its 64 characters, not the bytes that they spell.
  expected = "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, "#{timestamp}.".b + raw_body.b)}"
  return 'wrong_secret' unless OpenSSL.fixed_length_secure_compare(expected, signature)

  (now - timestamp.to_i).abs > TOLERANCE_SECONDS ? 'timestamp_off' : nil
end

# Keeps what it has handled in memory; several processes, or a restart, need a table with a unique key.
class Receiver
  def initialize(secret)
    @secret = secret
    @handled = {}
    @one_at_a_time = Mutex.new
  end

  def receive(request, response)
    unless %w[POST PUT].include?(request.request_method)
      response.status = 405
      response['Allow'] = 'POST, PUT'
      return
    end
    raw_body = read(request)
    refusal = verify(@secret, request['X-Webhook-Signature'], request['X-Webhook-Timestamp'], raw_body, Time.now.to_i)
    # The signature does not cover this header: what must never happen twice is keyed by the event's own ids.
    delivery_id = request['X-Webhook-Delivery-Id'].to_s
    if refusal
      response.status = 401
      response.body = refusal
    elsif delivery_id.empty?
      # Without one a delivery would be taken for the one before it.
      response.status = 400
      response.body = 'no_delivery_id'
    elsif (event = event_in(raw_body)).nil?
      response.status = 400
      response.body = 'not_an_event'
    else
      # Not every handler that fails has WEBrick answer so by itself.
      response.status = 500
      once(delivery_id) { handle(event) }
      response.status = 204
    end
  end

  private

  def read(request)
    raw_body = ''.b
    request.body do |piece|
      raw_body << piece
      raise WEBrick::HTTPStatus::RequestEntityTooLarge if raw_body.bytesize > LARGEST_BODY
    end
    raw_body
  end

  # Nil where the body is no event.
  def event_in(raw_body)
    text = raw_body.dup.force_encoding('UTF-8')
    event = JSON.parse(text, max_nesting: 2048) if text.valid_encoding?
    event if event.is_a?(Hash) && event.values_at('event', 'timestamp').all?(String) && event['data'].is_a?(Hash)
  rescue JSON::ParserError
    nil
  end

  def once(delivery_id)
    @one_at_a_time.synchronize do
      next if @handled[delivery_id]

      yield
      @handled[delivery_id] = true
    end
  end

  def handle(event)
    puts "#{event['event']} #{event['timestamp']}"
    $stdout.flush
  end
end

# Every vector verifies, and none does with a byte changed or 301 seconds later.
def check_vectors(path)
  vectors = JSON.parse(File.read(path, encoding: 'UTF-8'))['vectors']
  vectors.each do |vector|
    body = Base64.strict_decode64(vector['bodyBase64'])
    at = vector['timestamp'].to_i
    given = vector.values_at('secret', 'header', 'timestamp')
    found = [verify(*given, body, at), verify(*given, "#{body} ", at), verify(*given, body, at + 301), verify(*given, body, at - 301)]
    raise "#{vector['name']}: #{found}" unless found == [nil, 'wrong_secret', 'timestamp_off', 'timestamp_off']
  end
  puts "#{vectors.length} vectors verified"
end

if ARGV.first == '--vectors'
  check_vectors(ARGV[1])
else
  require 'webrick'
  receiver = Receiver.new(ENV.fetch('RINGPOST_SIGNING_SECRET'))
  server = WEBrick::HTTPServer.new(
    BindAddress: '127.0.0.1', Port: (ARGV.first || 8000).to_i, AccessLog: [], Logger: WEBrick::Log.new(nil, WEBrick::Log::FATAL)
  )
  server.mount_proc('/') { |request, response| receiver.receive(request, response) }
  puts "Listening on http://127.0.0.1:#{server.listeners.first.addr[1]}"
  $stdout.flush
  trap('TERM') { server.shutdown }
  server.start
end
