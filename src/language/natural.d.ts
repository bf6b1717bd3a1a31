declare module 'natural/lib/natural/stemmers/porter_stemmer.js' {
  /** Only the stemmer: the package's root loads database clients, reads .env and prints. */
  const porter: { stem(word: string): string }
  export default porter
}
