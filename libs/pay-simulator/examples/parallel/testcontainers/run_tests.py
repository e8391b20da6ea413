"""Starts one container, and pytest with four workers. Not run in the project's tests, which have no Docker."""
import os
import subprocess
import sys

from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs

with DockerContainer("pay-simulator").with_exposed_ports(4010) as container:
    wait_for_logs(container, "Console")
    url = f"http://{container.get_container_host_ip()}:{container.get_exposed_port(4010)}"
    token = container.exec(["cat", "/data/control-token"]).output.decode().strip()
    env = {**os.environ, "PAY_SIMULATOR_URL": url, "PAY_CONTROL_TOKEN": token}
    sys.exit(subprocess.run([sys.executable, "-m", "pytest", "-n", "4"], env=env).returncode)
