"""The pages, as a WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from overtrick.ledger.garbage_collection import collect_seldom

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.web.settings")
collect_seldom()
application = get_wsgi_application()
