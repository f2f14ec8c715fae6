import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, group, planWith } from '../testing/plan.ts';
import { shown } from './functions.differential.ts';

const folder = '${__P(case.folder)}';
const users = (count: number, loops: number, texts: string[]) =>
  planWith({}, { x: '1' }, group({ users: count, loops }, ...texts.map((text) => debug(text))));

export const cases: DifferentialCase[] = [
  shown(
    '__FileToString',
    [
      `\${__FileToString(${folder}/a.txt)}`,
      `\${__FileToString(${folder}/a.txt,UTF-8,v)} \${v}`,
      `\${__FileToString(${folder}/a.txt, ISO-8859-1 )}`,
      `\${__FileToString(${folder}/none.txt)}`,
    ],
    { files: { 'a.txt': 'one\r\ntwo ä\n' } },
  ),
  shown('__StringToFile', [
    `\${__StringToFile(${folder}/out.txt,line \${x}\\n)}`,
    `\${__StringToFile(${folder}/whole.txt,ä\\, only once,false)}`,
    `\${__StringToFile(${folder}/other.txt,more,TRUE,UTF-8)}`,
    `\${__StringToFile(${folder}/nowhere/other.txt,more,)}`,
    '${__StringToFile( ,more)}',
  ]),
  shown(
    '__StringFromFile goes round',
    [
      `\${__StringFromFile(${folder}/a.txt)} \${StringFromFile_}`,
      `\${__StringFromFile(${folder}/a.txt,v)} \${v}`,
      `\${__StringFromFile(${folder}/none.txt,w)} \${w}`,
      `\${__StringFromFile(${folder}/empty.txt,w)}`,
    ],
    { files: { 'a.txt': 'one\r\ntwo ä\rthree', 'empty.txt': '' } },
  ),
  shown(
    '__XPath goes round what it finds',
    [
      `\${__XPath(${folder}/a.xml,//item)}`,
      `\${__XPath(${folder}/a.xml,//item)} \${__XPath(${folder}/a.xml,//item)}`,
      `\${__XPath(${folder}/a.xml,//item/@id)}`,
      `\${__XPath(${folder}/a.xml,//item[@id='\${x}']/text())}`,
      `\${__XPath(${folder}/a.xml,/list)}`,
      `\${__XPath(${folder}/a.xml,//empty)}`,
      `\${__XPath(${folder}/a.xml,//comment())}`,
      `\${__XPath(${folder}/a.xml,//cdata)}`,
      `\${__XPath(${folder}/a.xml,//none)}`,
      `\${__XPath(${folder}/a.xml,//n:spaced)}`,
      `\${__XPath(${folder}/a.xml,count(//item))}`,
      `\${__XPath(${folder}/a.xml,//*[local-name()='spaced'])}`,
      `\${__XPath(${folder}/latin.xml,/a)}`,
      `\${__XPath(${folder}/broken.xml,//a)}`,
      `\${__XPath(${folder}/none.xml,//a)}`,
    ],
    {
      files: {
        'a.xml':
          '<list>\n<!-- said --><item id="1">one ä</item><item id="2">two<b/></item><item id=""><b>three</b></item><empty/><cdata><![CDATA[<raw>]]> more</cdata><n:spaced xmlns:n="urn:n">far</n:spaced></list>',
        'latin.xml': Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe4</a>', 'latin1'),
        'broken.xml': '<a><b></a>',
      },
    },
  ),
  {
    name: '__CSVRead gives each user rows of its own',
    plan: users(1, 3, [
      '${__CSVRead(a.csv,0)}-${__CSVRead(a.csv,1)}-${__CSVRead(a.csv,2)}-${__CSVRead(a.csv,9)}',
      '${__CSVRead(a.csv,next)}|',
      '${__CSVRead(a.csv,*b)}${__CSVRead(*b,1)}${__CSVRead(*b,next())}',
      '${__CSVRead(none.csv,0)}|${__CSVRead(a.csv,x)}|',
    ]),
    files: { 'a.csv': 'a,b,c\nd,,f\ng,h,\n\nnever,read,this\n' },
  },
];
