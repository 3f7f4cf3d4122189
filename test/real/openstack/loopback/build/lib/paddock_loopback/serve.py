"""serve.py <module with a WSGI application> <port> [arguments of the application]; loopback only."""

import importlib
import sys

import waitress

THREADS = 12

module, port = sys.argv[1], int(sys.argv[2])
sys.argv = [module.split('.')[0] + '-api', *sys.argv[3:]]
application = importlib.import_module(module).application
waitress.serve(application, host='127.0.0.1', port=port, threads=THREADS, ident=None)
