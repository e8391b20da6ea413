#!/usr/bin/env bash
# Ruby's Net::HTTP reads http_proxy for HTTPS requests, and never https_proxy.
#
# Expected: a client that takes its proxy from the environment reads https_proxy for an https address, as curl, Python's
# requests, Go's net/http and Ruby's own URI#find_proxy do.
# What happens: Net::HTTP builds an http address to look for its proxy, whatever `use_ssl` says. With only HTTPS_PROXY set, an
# HTTPS request leaves without the proxy: a test that relies on the proxy reaches the real host.
#
# Exits with 1 if this changes. Tried with the net-http that Ruby 3.1.2 contains (0.2.0). It needs ruby, installs nothing, and sends
# no request.
set -euo pipefail

env -u HTTP_PROXY -u http_proxy -u NO_PROXY -u no_proxy \
  HTTPS_PROXY=http://proxy.test:3128 https_proxy=http://proxy.test:3128 ruby -e '
require "net/http"
http = Net::HTTP.new("example.com", 443)
http.use_ssl = true
found = URI("https://example.com").find_proxy
puts "ruby #{RUBY_VERSION}, net-http #{Net::HTTP::VERSION}"
puts "https_proxy only:  URI#find_proxy #{found}, Net::HTTP uses a proxy: #{http.proxy?}"
with_https = http.proxy?
ENV["http_proxy"] = "http://other.test:3128"
http = Net::HTTP.new("example.com", 443)
http.use_ssl = true
puts "http_proxy as well: Net::HTTP uses #{http.proxy_address}"
exit(!with_https && found.to_s == "http://proxy.test:3128" && http.proxy_address == "other.test" ? 0 : 1)
'
