package spate.jmeter.scripts;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import org.apache.jmeter.assertions.AssertionResult;
import org.apache.jmeter.assertions.XPathAssertion;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.util.Document;
import org.apache.jmeter.util.TidyException;
import org.apache.jmeter.util.XPathUtil;
import org.apache.jorphan.util.JMeterError;
import org.apache.jorphan.util.JOrphanUtils;
import org.xml.sax.SAXException;

/** Answers queries on documents with JMeter's own parsers. The numbers are those of jvm-documents.ts. */
final class DocumentQuestions {
    private static final int CHECK = 1;
    private static final int FIND = 2;
    private static final int TEXT = 3;
    private static final int ANSWER = 20;
    private static final int DONE = 0;
    private static final int NOT_READABLE = 1;
    private static final int NOT_TIDY = 2;
    private static final int NOT_LOADED = 3;
    private static final int FAILED = 4;
    private static final int ENDED = 5;
    private static final int TOLERANT = 1;
    private static final int QUIET = 2;
    private static final int SHOW_WARNINGS = 4;
    private static final int REPORT_ERRORS = 8;
    private static final int NAMESPACE = 16;
    private static final int VALIDATE = 32;
    private static final int WHITESPACE = 64;
    private static final int DOWNLOAD_DTDS = 128;
    private static final int NEGATE = 256;
    private static final int FRAGMENT = 512;

    private DocumentQuestions() {
    }

    static byte[] answer(FrameReader frame) {
        int id = frame.readInt();
        FrameWriter answer = new FrameWriter(ANSWER);
        answer.writeInt(id);
        try {
            int what = frame.readByte();
            if (what == CHECK) {
                AssertionResult result = check(frame);
                answer.writeByte(DONE);
                answer.writeByte(result.isFailure() ? 1 : 0);
                answer.writeByte(result.isError() ? 1 : 0);
                answer.writeText(result.getFailureMessage());
            } else if (what == FIND) {
                List<String> found = find(frame);
                answer.writeByte(DONE);
                answer.writeInt(found.size());
                found.forEach(answer::writeText);
            } else if (what == TEXT) {
                String text = Document.getTextFromDocument(frame.readBytes());
                answer.writeByte(DONE);
                answer.writeText(text);
            } else {
                throw new IllegalStateException("Unknown question");
            }
        } catch (SAXException | TransformerException e) {
            fail(answer, NOT_READABLE, e.getLocalizedMessage());
        } catch (TidyException e) {
            fail(answer, NOT_TIDY, e.getLocalizedMessage());
        } catch (IOException e) {
            fail(answer, NOT_LOADED, e.getLocalizedMessage());
        } catch (Exception | JMeterError e) {
            fail(answer, FAILED, e.toString());
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Error e) {
            fail(answer, ENDED, e.toString());
        }
        return answer.finish();
    }

    private static void fail(FrameWriter answer, int status, String message) {
        answer.writeByte(status);
        answer.writeText(String.valueOf(message));
    }

    private static AssertionResult check(FrameReader frame) {
        int flags = frame.readInt();
        XPathAssertion assertion = new XPathAssertion();
        assertion.setXPathString(frame.readText());
        assertion.setTolerant((flags & TOLERANT) != 0);
        assertion.setQuiet((flags & QUIET) != 0);
        assertion.setShowWarnings((flags & SHOW_WARNINGS) != 0);
        assertion.setReportErrors((flags & REPORT_ERRORS) != 0);
        assertion.setNamespace((flags & NAMESPACE) != 0);
        assertion.setValidating((flags & VALIDATE) != 0);
        assertion.setWhitespace((flags & WHITESPACE) != 0);
        assertion.setDownloadDTDs((flags & DOWNLOAD_DTDS) != 0);
        assertion.setNegated((flags & NEGATE) != 0);
        SampleResult result = new SampleResult();
        result.setResponseData(frame.readBytes());
        return assertion.getResult(result);
    }

    /** Like XPathExtractor. */
    private static List<String> find(FrameReader frame)
            throws SAXException, TransformerException, TidyException, IOException, ParserConfigurationException {
        int flags = frame.readInt();
        int wanted = frame.readInt();
        List<String> matches = new ArrayList<>();
        for (int left = frame.readInt(); left > 0; left--) {
            String xpath = frame.readText();
            byte[] bytes = frame.readText().getBytes(StandardCharsets.UTF_8);
            org.w3c.dom.Document document = XPathUtil.makeDocument(
                    new ByteArrayInputStream(bytes),
                    false,
                    false,
                    (flags & NAMESPACE) != 0,
                    (flags & TOLERANT) != 0,
                    (flags & QUIET) != 0,
                    (flags & SHOW_WARNINGS) != 0,
                    (flags & REPORT_ERRORS) != 0,
                    JOrphanUtils.isXML(bytes),
                    (flags & DOWNLOAD_DTDS) != 0);
            XPathUtil.putValuesForXPathInList(document, xpath, matches, (flags & FRAGMENT) != 0, wanted);
        }
        return matches;
    }
}
