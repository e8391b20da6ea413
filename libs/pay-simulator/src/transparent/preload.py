# pay-simulator loads this file into Python programs: connections to the service reach the simulator.
# http.client and others read no proxy. The simulator's port also accepts TLS, so a connection only needs another address.
# PYTHONPATH leads Python to this file as sitecustomize.py. The program's own sitecustomize runs after it.
import os
import sys


def _use_simulator(proxy):
    import socket
    from urllib.parse import urlsplit

    target = urlsplit(proxy)
    lookup = socket.getaddrinfo
    connect = socket.socket.connect

    def address(host, port):
        name = host.decode('ascii', 'replace') if isinstance(host, (bytes, bytearray)) else str(host)
        name = name.lower().rstrip('.')
        is_service = name == 'vivapayments.com' or name.endswith('.vivapayments.com')
        return (target.hostname, target.port) if is_service and str(port) in ('443', 'https') else (host, port)

    def getaddrinfo(host, port, *args, **options):
        return lookup(*address(host, port), *args, **options)

    def connect_to(self, to):
        return connect(self, address(*to) if isinstance(to, tuple) and len(to) == 2 else to)

    socket.getaddrinfo = getaddrinfo
    socket.socket.connect = connect_to


def _import_next():
    folder = os.path.dirname(os.path.abspath(__file__))
    path = list(sys.path)
    this = sys.modules.pop('sitecustomize', None)
    sys.path[:] = [one for one in path if os.path.abspath(one) != folder]
    try:
        import sitecustomize
    except ModuleNotFoundError as error:
        if error.name != 'sitecustomize':
            raise
        sys.modules['sitecustomize'] = this
    finally:
        sys.path[:] = path


if os.environ.get('PAY_SIMULATOR_PROXY'):
    _use_simulator(os.environ['PAY_SIMULATOR_PROXY'])
_import_next()
