# pay-simulator loads this file into Ruby programs: connections to the service reach the simulator.
# RUBYOPT names it. Net::HTTP reads only http_proxy, and other clients read no proxy. The simulator's port also accepts TLS,
# so a connection only needs another address.
if ENV['PAY_SIMULATOR_PROXY']
  require 'socket'
  require 'uri'

  module PaySimulator
    PROXY = URI.parse(ENV['PAY_SIMULATOR_PROXY'])

    def self.address(host, port)
      name = host.to_s.downcase.chomp('.')
      is_service = name == 'vivapayments.com' || name.end_with?('.vivapayments.com')
      is_service && ['443', 'https'].include?(port.to_s) ? [PROXY.hostname, PROXY.port] : [host, port]
    end

    module Initialize
      def initialize(host = nil, port = nil, *rest, **options, &block)
        super(*PaySimulator.address(host, port), *rest, **options, &block)
      end
    end

    module Tcp
      def tcp(host, port, *rest, **options, &block)
        super(*PaySimulator.address(host, port), *rest, **options, &block)
      end
    end

    module Lookup
      def getaddrinfo(host, port = nil, *rest, **options)
        super(*PaySimulator.address(host, port), *rest, **options)
      end
    end

    module Sockaddr
      def sockaddr_in(port, host)
        super(*PaySimulator.address(host, port).reverse)
      end

      def pack_sockaddr_in(port, host)
        super(*PaySimulator.address(host, port).reverse)
      end
    end
  end

  TCPSocket.prepend(PaySimulator::Initialize)
  Socket.singleton_class.prepend(PaySimulator::Tcp, PaySimulator::Lookup, PaySimulator::Sockaddr)
  Addrinfo.singleton_class.prepend(PaySimulator::Tcp, PaySimulator::Lookup)
end
