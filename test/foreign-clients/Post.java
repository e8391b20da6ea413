import java.net.HttpURLConnection;
import java.net.URI;

/** Posts to an address, and prints the status of the response. */
public class Post {
    public static void main(String[] args) throws Exception {
        var connection = (HttpURLConnection) URI.create(args[0]).toURL().openConnection();
        connection.setRequestMethod("POST");
        System.out.println(connection.getResponseCode());
    }
}
