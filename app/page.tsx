export default function Home() {
  return <main>Paid agent tools</main>
}
