// One container for all tests of a JVM. Not run in the project's tests, which have no Docker.
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

final class SimulatorContainer {
    private static final GenericContainer<?> CONTAINER = new GenericContainer<>("pay-simulator")
            .withExposedPorts(4010)
            .waitingFor(Wait.forHttp("/health").forPort(4010));

    static {
        CONTAINER.start();
    }

    static String url() {
        return "http://" + CONTAINER.getHost() + ":" + CONTAINER.getMappedPort(4010);
    }

    static String controlToken() throws Exception {
        return CONTAINER.execInContainer("cat", "/data/control-token").getStdout().trim();
    }
}
