import { useAtom } from 'jotai'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { Link } from 'react-router-dom'
import { helpText } from '#messages/zh/help.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { PageBody, Prose } from '#ui/page/PageBody.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { ArticleRows } from './ArticleRows.tsx'
import type { HelpArticle } from './content/help-article.ts'
import { articlesOf } from './help-articles.ts'
import styles from './HelpArticleView.module.css'
import { ServiceHint } from './ServiceHint.tsx'
import { atom } from 'jotai/vanilla'

interface HelpArticleViewProps {
  readonly article: HelpArticle
  /** All articles of the help centre. */
  readonly articles: readonly HelpArticle[]
}

/** S1.26: an article of the help centre with the feedback buttons and related articles. */
export function HelpArticleView({ article, articles }: HelpArticleViewProps) {
  const { id, category, title, summary, body, link } = article
  const others = articlesOf(articles, category).filter((other) => other.id !== id)
  return (
    <PageBody title={title} lead={summary} className={styles.page}>
      <Panel isLead className={styles.paper}>
        <Prose>
          {body.map((part) =>
            typeof part === 'string' ? (
              <p key={part}>{part}</p>
            ) : (
              <ol key={part.join()}>
                {part.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            ),
          )}
          {link && (
            <div>
              <Link className={buttonClass()} to={link.to}>
                {link.label}
              </Link>
            </div>
          )}
        </Prose>
        <Useful id={id} />
      </Panel>
      <Panel title={helpText('more')}>
        <ArticleRows articles={others} />
      </Panel>
      <ServiceHint />
    </PageBody>
  )
}

/** 有用 or 没用: asked once per tab. After the answer a thank-you text replaces the buttons. */
function Useful({ id }: { readonly id: string }) {
  const [answers, setAnswers] = useAtom(usefulAnswersAtom)
  const given = answers[id]
  const give = (answer: Answer) => setAnswers({ ...answers, [id]: answer })
  return (
    <div className={styles.useful}>
      <output>{given === undefined ? helpText('useful') : helpText(given === 'yes' ? 'thanksYes' : 'thanksNo')}</output>
      {given === undefined && (
        <span className={styles.answers}>
          <Button size="small" icon={<ThumbsUp size={16} />} onClick={() => give('yes')}>
            {helpText('yes')}
          </Button>
          <Button size="small" icon={<ThumbsDown size={16} />} onClick={() => give('no')}>
            {helpText('no')}
          </Button>
        </span>
      )}
    </div>
  )
}

type Answer = 'yes' | 'no'

/** Answers to 这篇有用吗 by article. Lives in this tab and is not sent. */
export const usefulAnswersAtom = atom<Readonly<Record<string, Answer>>>({})
