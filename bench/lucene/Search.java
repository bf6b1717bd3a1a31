import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.MMapDirectory;

/**
 * Indexes terms and answers queries: java Search.java TERMS FOLDER
 *
 * TERMS has a concept and a term a line, with a tab between; FOLDER is for the index. Once it is ready it writes a line: seconds
 * that building took, and bytes. Then it reads a query a line, "exact" or "fuzzy", a tab, and text, and writes a line for each:
 * nanoseconds that it took from the text to the thirty best terms, a tab, and their concepts, best first, with commas between.
 */
final class Search {
  private static final String NAME = "name";
  private static final String CODE = "code";
  private static final int LIMIT = 30;

  public static void main(String[] arguments) throws IOException {
    Path terms = Path.of(arguments[0]);
    Path folder = Path.of(arguments[1]);
    Analyzer analyzer = new EnglishAnalyzer();
    try (MMapDirectory directory = new MMapDirectory(folder)) {
      long start = System.nanoTime();
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer));
          BufferedReader lines = Files.newBufferedReader(terms)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          int tab = line.indexOf('\t');
          Document document = new Document();
          document.add(new TextField(NAME, line.substring(tab + 1), Field.Store.NO));
          document.add(new StoredField(CODE, line.substring(0, tab)));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      long bytes = 0;
      for (String file : directory.listAll()) bytes += directory.fileLength(file);
      System.out.println(seconds + "\t" + bytes);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        answer(new IndexSearcher(reader), analyzer);
      }
    }
  }

  private static void answer(IndexSearcher searcher, Analyzer analyzer) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int tab = line.indexOf('\t');
      boolean isFuzzy = line.startsWith("fuzzy");
      String text = line.substring(tab + 1);
      long start = System.nanoTime();
      ScoreDoc[] found = searcher.search(queryOf(text, isFuzzy, analyzer), LIMIT).scoreDocs;
      Set<String> codes = new LinkedHashSet<>();
      for (ScoreDoc each : found) codes.add(searcher.doc(each.doc).get(CODE));
      long nanos = System.nanoTime() - start;
      System.out.println(nanos + "\t" + codes.stream().collect(Collectors.joining(",")));
    }
  }

  /** Any of the words; one that is looked for fuzzily, with one edit. */
  private static Query queryOf(String text, boolean isFuzzy, Analyzer analyzer) throws IOException {
    List<String> words = new ArrayList<>();
    try (TokenStream tokens = analyzer.tokenStream(NAME, text)) {
      CharTermAttribute word = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) words.add(word.toString());
      tokens.end();
    }
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (String word : new LinkedHashSet<>(words)) {
      Term term = new Term(NAME, word);
      query.add(isFuzzy ? new FuzzyQuery(term, 1) : new TermQuery(term), BooleanClause.Occur.SHOULD);
    }
    return query.build();
  }
}
