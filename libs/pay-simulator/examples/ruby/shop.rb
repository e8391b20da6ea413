# A shop with the demo hosts of Viva.com written into it. It takes a payment, reads it back, and refunds a part.
#
#   npx pay-simulator run -- ruby shop.rb
require 'bigdecimal'
require 'json'
require 'net/http'

ACCOUNTS = 'https://demo-accounts.vivapayments.com'
API = 'https://demo-api.vivapayments.com'
WEB = 'https://demo.vivapayments.com'

# Sends a request and returns the decoded response. Amounts are decimals, because floats are not exact.
def call(request, body = nil)
  request['Content-Type'] ||= 'application/json'
  request.body = body
  uri = request.uri
  response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https', open_timeout: 10, read_timeout: 10) do |http|
    http.request(request)
  end
  abort "#{request.method} #{uri}: #{response.code} #{response.body}" unless response.is_a?(Net::HTTPSuccess)
  JSON.parse(response.body, decimal_class: BigDecimal)
end

def request(kind, address)
  Net::HTTP.const_get(kind).new(URI(address)).tap { |one| yield one if block_given? }
end

account = ->(one) { one.basic_auth(ENV.fetch('PAY_MERCHANT_ID'), ENV.fetch('PAY_API_KEY')) }
token = call(request(:Post, "#{ACCOUNTS}/connect/token") do |one|
  one.basic_auth(ENV.fetch('PAY_CLIENT_ID'), ENV.fetch('PAY_CLIENT_SECRET'))
  one['Content-Type'] = 'application/x-www-form-urlencoded'
end, 'grant_type=client_credentials')['access_token']
bearer = ->(one) { one['Authorization'] = "Bearer #{token}" }

# An order code has 16 digits. Integers of Ruby keep them.
order = call(request(:Post, "#{API}/checkout/v2/orders", &bearer), { amount: 2450, customerTrns: 'Two mugs' }.to_json)
code = order['orderCode']
puts "Pay at #{WEB}/web/checkout?ref=#{code}"

# Stands for the customer. Leave these two lines out to pay in a browser.
simulator = ENV.fetch('PAY_SIMULATOR_URL')
call(request(:Post, "#{simulator}/_simulator/trigger/payment"), { orderCode: code.to_s }.to_json)

id = call(request(:Get, "#{WEB}/api/transactions/?ordercode=#{code}", &account)).dig('Transactions', 0, 'TransactionId')
abort 'The order has no transaction' if id.nil?
paid = call(request(:Get, "#{API}/checkout/v2/transactions/#{id}", &bearer))
abort "Not paid: #{paid}" unless paid['statusId'] == 'F' && paid['orderCode'] == code
puts format('Paid %.2f', paid['amount'])

refund = call(request(:Delete, "#{WEB}/api/transactions/#{id}?amount=450&sourceCode=Default", &account))
abort "Not refunded: #{refund}" unless refund['Success']
puts format('Refunded %.2f', refund['Amount'].abs)
