import os

import pytest
from conftest import basic, call


def create_order(amount):
    """Stands for your application, which reads its account from the environment."""
    env = os.environ
    client = basic(env["PAY_CLIENT_ID"], env["PAY_CLIENT_SECRET"])
    url = env["PAY_SIMULATOR_URL"]
    token = call("POST", f"{url}/accounts/connect/token", client, form="grant_type=client_credentials")
    bearer = "Bearer " + token["access_token"]
    return call("POST", f"{url}/api/checkout/v2/orders", bearer, {"amount": amount})["orderCode"]


@pytest.mark.parametrize("amount", [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000])
def test_takes_a_payment(world, amount):
    order_code = create_order(amount)
    # Stands for the customer.
    call("POST", f"{world['control']}/trigger/payment", json_body={"orderCode": str(order_code)})

    payments = call("GET", f"{world['control']}/transactions")
    assert [(one["orderCode"], one["amount"]) for one in payments] == [(str(order_code), amount)]
