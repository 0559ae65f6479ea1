// org.testcontainers:testcontainers, org.testcontainers:junit-jupiter, org.junit.jupiter:junit-jupiter
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.testcontainers.Testcontainers;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

class ReceiverTest {
  private final List<String> ids = new CopyOnWriteArrayList<>();

  @Test
  void aBusyLineReachesTheReceiverAtTheSecondAttempt() throws Exception {
    var receiver = HttpServer.create(new InetSocketAddress(0), 0);
    receiver.createContext("/hooks", exchange -> {
      ids.add(exchange.getRequestHeaders().getFirst("X-Webhook-Delivery-Id"));
      exchange.sendResponseHeaders(ids.size() == 1 ? 500 : 204, -1);
      exchange.close();
    });
    receiver.start();
    var port = receiver.getAddress().getPort();
    Testcontainers.exposeHostPorts(port);
    try (var container = new GenericContainer<>("ringpost-simulator")
        .withExposedPorts(8090)
        .withCommand("--speed", "manual")
        .waitingFor(Wait.forHttp("/healthz").forPort(8090))) {
      container.start();
      var simulator = "http://" + container.getHost() + ":" + container.getMappedPort(8090);
      post(simulator + "/webhooks/calls", """
          {"url": "http://host.testcontainers.internal:%d/hooks", "secret": "between us", "phoneNumber": "+15550110001"}
          """.formatted(port));
      post(simulator + "/time/run-until-idle", "{}");
    }
    receiver.stop(0);
    assertEquals(2, ids.size());
    assertEquals(ids.get(0), ids.get(1));
  }

  private static void post(String url, String body) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url)).header("content-type", "application/json").POST(BodyPublishers.ofString(body)).build();
    var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertTrue(answer.statusCode() < 300, answer.body());
  }
}
