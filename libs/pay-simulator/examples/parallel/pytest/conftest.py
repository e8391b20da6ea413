import base64
import json
import os
import urllib.request

import pytest

SIMULATOR = os.environ.get("PAY_SIMULATOR_URL", "http://127.0.0.1:4010")
# Only a simulator that other machines reach needs a token.
TOKEN = os.environ.get("PAY_CONTROL_TOKEN")
CONTROL = f"Bearer {TOKEN}" if TOKEN else ""


def call(method, url, authorization=CONTROL, json_body=None, form=None):
    headers = {"Authorization": authorization} if authorization else {}
    if json_body is not None:
        headers["Content-Type"] = "application/json"
        form = json.dumps(json_body)
    data = None if form is None else form.encode()
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as response:
        text = response.read()
        return json.loads(text) if text else None


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


@pytest.fixture
def world(monkeypatch):
    """An account of its own for a test. Your application reads its variables."""
    world = call("POST", f"{SIMULATOR}/_simulator/worlds", json_body={"ttlSeconds": 600})
    for name, value in world["environment"].items():
        monkeypatch.setenv(name, value)
    yield world
    call("DELETE", f"{SIMULATOR}/_simulator/worlds/{world['id']}")
