require "json"
require "minitest/autorun"
require "net/http"

SIMULATOR = ENV.fetch("PAY_SIMULATOR_URL", "http://127.0.0.1:4010")

# An account of its own for each test, which ends after it.
module World
  def setup
    @world = call(Net::HTTP::Post, "#{SIMULATOR}/_simulator/worlds", json: { ttlSeconds: 600 })
  end

  def teardown
    call(Net::HTTP::Delete, "#{SIMULATOR}/_simulator/worlds/#{@world["id"]}")
  end

  def call(method, address, json: nil, form: nil, client: nil, bearer: nil)
    uri = URI(address)
    request = method.new(uri)
    request.set_form_data(form) if form
    request.basic_auth(*client) if client
    # Only a simulator that other machines reach needs a token.
    bearer ||= ENV["PAY_CONTROL_TOKEN"] unless client
    request["Authorization"] = "Bearer #{bearer}" if bearer
    if json
      request.content_type = "application/json"
      request.body = JSON.generate(json)
    end
    response = Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
    response.value # raises an error if the status is not 2xx
    JSON.parse(response.body) if response.body
  end
end

class PaymentsTest < Minitest::Test
  include World
  parallelize_me!

  [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000].each do |amount|
    define_method("test_takes_a_payment_of_#{amount}") do
      order_code = create_order(@world["environment"], amount)
      # Stands for the customer.
      call(Net::HTTP::Post, "#{@world["control"]}/trigger/payment", json: { orderCode: order_code.to_s })

      payments = call(Net::HTTP::Get, "#{@world["control"]}/transactions")
      assert_equal [[order_code.to_s, amount]], payments.map { |one| one.values_at("orderCode", "amount") }
    end
  end

  private

  # Stands for your application. Give it the account as values: threads share ENV.
  def create_order(env, amount)
    url = env["PAY_SIMULATOR_URL"]
    client = env.values_at("PAY_CLIENT_ID", "PAY_CLIENT_SECRET")
    form = { grant_type: "client_credentials" }
    token = call(Net::HTTP::Post, "#{url}/accounts/connect/token", form: form, client: client)
    order = { amount: amount }
    call(Net::HTTP::Post, "#{url}/api/checkout/v2/orders", json: order, bearer: token["access_token"])["orderCode"]
  end
end
