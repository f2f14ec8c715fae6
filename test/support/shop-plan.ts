import type { TargetPage } from '../../src/lib/demo-target.ts';

interface ShopStep extends TargetPage {
  label: string;
  path: string;
}

const step = (label: string, path: string, medianMs: number, brokenShare = 0, sorryShare = 0): ShopStep => ({
  ...{ label, path, medianMs, brokenShare, sorryShare },
});

/** A typical visit of a shop: twenty labels, some slow, some failing. */
const visit: readonly ShopStep[] = [
  step('Home', '/', 12),
  step('Sign in', '/sign-in', 60, 0.004),
  step('Categories', '/categories', 18),
  step('Category: shoes', '/shoes', 24),
  step('Category: coats', '/coats', 26),
  step('Search', '/search', 45, 0.01),
  step('Search, second page', '/search-2', 55, 0.012),
  step('Suggestions while typing', '/suggest', 9),
  step('Product', '/product', 25, 0, 0.02),
  step('Product pictures', '/pictures', 140),
  step('Reviews', '/reviews', 70),
  step('Stock in shops nearby', '/stock', 210, 0.006),
  step('Add to cart', '/add', 35, 0.002),
  step('Cart', '/cart', 35),
  step('Voucher', '/voucher', 30, 0.05),
  step('Delivery dates', '/delivery', 95),
  step('Checkout', '/checkout', 180, 0.03),
  step('Payment', '/payment', 320, 0.02),
  step('Confirmation', '/confirmation', 40),
  step('Recommendations after the purchase', '/recommendations', 520),
];

/** The pages of the visit for `startTarget`. They may be changed while it runs. */
export function shopVisitPages(slowness = 1): Record<string, TargetPage> {
  return Object.fromEntries(
    visit.map(({ path, medianMs, ...shares }) => [path, { ...shares, medianMs: medianMs * slowness }]),
  );
}

/** The plan of the visit: threads, rampup and duration come from the run, target_port from override_parameters. */
export function shopVisitPlan(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="A visit to the shop"/>
    <hashTree>
      <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Shoppers">
        <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
        <elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController">
          <stringProp name="LoopController.loops">-1</stringProp>
          <boolProp name="LoopController.continue_forever">false</boolProp>
        </elementProp>
        <stringProp name="ThreadGroup.num_threads">\${__P(threads,5)}</stringProp>
        <stringProp name="ThreadGroup.ramp_time">\${__P(rampup,4)}</stringProp>
        <boolProp name="ThreadGroup.scheduler">true</boolProp>
        <stringProp name="ThreadGroup.duration">\${__P(duration,20)}</stringProp>
      </ThreadGroup>
      <hashTree>
        <UniformRandomTimer guiclass="UniformRandomTimerGui" testclass="UniformRandomTimer" testname="Thinking">
          <stringProp name="ConstantTimer.delay">50</stringProp>
          <stringProp name="RandomTimer.range">250</stringProp>
        </UniformRandomTimer>
        <hashTree/>
        <ResponseAssertion guiclass="AssertionGui" testclass="ResponseAssertion" testname="The shop does not apologise">
          <collectionProp name="Asserion.test_strings"><stringProp name="sorry">Sorry</stringProp></collectionProp>
          <stringProp name="Assertion.custom_message">The shop said sorry.</stringProp>
          <stringProp name="Assertion.test_field">Assertion.response_data</stringProp>
          <intProp name="Assertion.test_type">20</intProp>
        </ResponseAssertion>
        <hashTree/>
        ${visit.map(sampler).join('')}
      </hashTree>
    </hashTree>
  </hashTree>
</jmeterTestPlan>
`;
}

function sampler({ label, path }: ShopStep): string {
  return `<HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="${label}">
          <elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"/></elementProp>
          <stringProp name="HTTPSampler.domain">127.0.0.1</stringProp>
          <stringProp name="HTTPSampler.port">\${__P(target_port)}</stringProp>
          <stringProp name="HTTPSampler.protocol">http</stringProp>
          <stringProp name="HTTPSampler.path">${path}</stringProp>
          <stringProp name="HTTPSampler.method">GET</stringProp>
          <boolProp name="HTTPSampler.use_keepalive">true</boolProp>
        </HTTPSamplerProxy>
        <hashTree/>`;
}
