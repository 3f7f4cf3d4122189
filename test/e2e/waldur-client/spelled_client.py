"""Waldur's own API client with addresses that all end in a slash, or all end without one, whatever it writes itself."""

from collections import Counter

from waldur_api_client import AuthenticatedClient

ENDINGS = {"slash": "/", "bare": ""}


def spelled_client(api, token, ending, asked: Counter):
    """A client of this API; `asked` counts its requests by how their paths ended when they were sent."""

    def spell(request):
        path = request.url.path.rstrip("/") + ENDINGS[ending]
        request.url = request.url.copy_with(path=path)
        asked["slash" if request.url.path.endswith("/") else "bare"] += 1

    return AuthenticatedClient(
        base_url=api, token=token, prefix="Token", httpx_args={"event_hooks": {"request": [spell]}}
    )
