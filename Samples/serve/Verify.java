import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Asks samlkit serve why a message fails: java Verify.java MESSAGE METADATA [AUDIENCE] [TIME]. Prints the answer in JSON. */
public class Verify {
    public static void main(String[] arguments) throws Exception {
        String base = System.getenv().getOrDefault("BASE_URL", "http://127.0.0.1:8766");
        String audience = arguments.length > 2 ? arguments[2] : "https://saml.sp.auth.adobe.com";
        String now = arguments.length > 3 ? arguments[3] : "clock";
        String message = Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(arguments[0])));
        String metadata = Files.readString(Path.of(arguments[1]));
        String body = "{\"message\":\"" + message + "\",\"trust\":[{\"name\":\"metadata.xml\",\"content\":"
            + quoted(metadata) + "}],\"audience\":" + quoted(audience) + ",\"now\":" + quoted(now) + "}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/api/v1/verify"))
            .version(HttpClient.Version.HTTP_1_1)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        HttpResponse<String> answer =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.print(answer.body());
        System.exit(answer.statusCode() == 200 ? 0 : 1);
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\' || letter < ' ') {
                json.append(String.format("\\u%04x", (int) letter));
            } else {
                json.append(letter);
            }
        }
        return json.append('"').toString();
    }
}
