import java.io.StringReader;
import java.io.StringWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.ls.DOMImplementationLS;
import org.xml.sax.InputSource;

/** Reads a message and writes it again, as programs in Java do. */
public class Rewrite {
    public static void main(String[] arguments) throws Exception {
        String text = new String(System.in.readAllBytes(), "UTF-8");
        System.out.write(rewritten(text, arguments[0]));
        System.out.flush();
    }

    static byte[] rewritten(String text, String way) throws Exception {
        if (way.equals("writeUTF")) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new DataOutputStream(bytes).writeUTF(text);
            return bytes.toByteArray();
        }
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
        if (way.equals("LSSerializer")) {
            DOMImplementationLS feature = (DOMImplementationLS) document.getImplementation().getFeature("LS", "3.0");
            var serializer = feature.createLSSerializer();
            serializer.getDomConfig().setParameter("format-pretty-print", true);
            return serializer.writeToString(document).getBytes("UTF-8");
        }
        var transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.INDENT, "yes");
        transformer.setOutputProperty("{http://xml.apache.org/xslt}indent-amount", "2");
        StringWriter writer = new StringWriter();
        transformer.transform(new DOMSource(document), new StreamResult(writer));
        return writer.toString().getBytes("UTF-8");
    }
}
