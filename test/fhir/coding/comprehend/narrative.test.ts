/** Proves that the words of a narrative come out in the lines and cells in which a reader sees them. */
import { expect, test } from 'vitest'
import { textOfNarrative } from '../../../../src/fhir/coding/comprehend/narrative.ts'

test.each([
  { xhtml: '<div>fever</div>', text: 'fever' },
  { xhtml: '<div xmlns="http://www.w3.org/1999/xhtml"><p>no\n  fever</p></div>', text: 'no fever' },
  { xhtml: '<div>a<br/>b<hr />c</div>', text: 'a\nb\nc' },
  { xhtml: '<ul><li>T2DM</li><li>HTN</li></ul>', text: 'T2DM\nHTN' },
  {
    xhtml: '<table><tr><td>Hb</td><td>13.1</td></tr><tr><th>K</th></tr></table>',
    text: 'Hb\t\t13.1\nK',
  },
  { xhtml: '<p>fe<b>ve</b>r <i>high</i></p>', text: 'fever high' },
  { xhtml: '<pre>a\n  b</pre><p>c\nd</p>', text: 'a\nb\nc d' },
  {
    xhtml: '<p>SpO2 &lt; 90 &amp; &#176;C &#xB0; &deg;F&nbsp;x &quot;y&apos;</p>',
    text: 'SpO2 < 90 & °C ° °F x "y\'',
  },
  { xhtml: '<p>&unknown; &#x110000; A&B;</p>', text: '&unknown; &#x110000; A&B;' },
  { xhtml: 'a<!-- b <p> -->c<!-- d', text: 'ac' },
  { xhtml: 'x < 5 and y > 3 <b', text: 'x < 5 and y > 3' },
  { xhtml: '', text: '' },
])('$xhtml', ({ xhtml, text }) => {
  expect(textOfNarrative(xhtml)).toBe(text)
})

test.each([' ', '<', '<!--', '&', '\n', '<a '])('many of %j take little time', (piece) => {
  const start = performance.now()
  textOfNarrative(piece.repeat(200_000))
  expect(performance.now() - start).toBeLessThan(2000)
})
