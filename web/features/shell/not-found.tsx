export function NotFound() {
  return <h1>Sayfa Bulunamadı</h1>;
}
