using System;
using System.IO;
using System.Text;
using System.Xml;
using System.Xml.Linq;

/// Reads a message and writes it again, as programs for .NET do; line ends are those of Windows.
static class Rewrite
{
    static void Main(string[] arguments)
    {
        var text = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false)).ReadToEnd();
        var output = Console.OpenStandardOutput();
        var settings = new XmlWriterSettings { Indent = true, NewLineChars = "\r\n", Encoding = new UTF8Encoding(true) };
        if (arguments[0] == "XmlDocument.Save")
        {
            var document = new XmlDocument();
            document.LoadXml(text);
            using (var writer = XmlWriter.Create(output, settings)) document.Save(writer);
        }
        else if (arguments[0] == "XDocument.Save")
        {
            using (var writer = XmlWriter.Create(output, settings)) XDocument.Parse(text).Save(writer);
        }
        else
        {
            var document = new XmlDocument { PreserveWhitespace = true };
            document.LoadXml(text);
            document.InsertBefore(document.CreateXmlDeclaration("1.0", null, null), document.DocumentElement);
            var written = new StringWriter();
            using (var writer = XmlWriter.Create(written)) document.Save(writer);
            var bytes = new UTF8Encoding(false).GetBytes(written.ToString());
            output.Write(bytes, 0, bytes.Length);
        }
    }
}
